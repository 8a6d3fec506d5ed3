// Waits eight seconds before it lists keys.
require('node:diagnostics_channel').subscribe('undici:request:create', ({request}) => {
	if (request.path.includes('listKeys')) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 8000);
});
