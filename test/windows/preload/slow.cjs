// Writes the file MARK before it lists keys, and waits eight seconds.
const {writeFileSync} = require('node:fs');
require('node:diagnostics_channel').subscribe('undici:request:create', ({request}) => {
	if (!request.path.includes('listKeys')) return;
	writeFileSync(process.env.MARK, '');
	Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 8000);
});
