// Ends the process as the Task Manager does, after three answers to batches of keys.
let answers = 0;
require('node:diagnostics_channel').subscribe('undici:request:trailers', ({request}) => {
	if (request.path.includes('updateKeys') && ++answers === 3) process.kill(process.pid, 'SIGKILL');
});
