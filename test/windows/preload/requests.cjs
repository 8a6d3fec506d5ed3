// Says each request on stderr when it was made.
const {writeSync} = require('node:fs');
require('node:diagnostics_channel').subscribe('undici:request:create', ({request}) =>
	writeSync(2, `request: ${request.path}\n`),
);
