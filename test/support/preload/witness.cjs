// Preload (`node --require witness.cjs …`): at the end the process tells, in a file of its own in the folder WITNESS_TO, its
// peak memory in MB and whether Object.prototype is as it was. Who ends it otherwise calls `tell` before.
const {readFileSync, writeFileSync} = require('node:fs');

const names = () => Object.getOwnPropertyNames(Object.prototype).sort().join();
const before = names();

/** What the process itself took: the system's other figure counts the process that started it too. */
function getPeak() {
	try {
		return Number(/VmHWM:\s*(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))[1]) / 1024;
	} catch {
		return process.resourceUsage().maxRSS / 1024;
	}
}

exports.getPeak = getPeak;
exports.tell = () => {
	const folder = process.env.WITNESS_TO;
	if (!folder) return;
	try {
		writeFileSync(
			`${folder}/${process.pid}`,
			JSON.stringify({megabytes: Math.round(getPeak()), polluted: names() !== before}),
		);
	} catch {
		// Where files may not grow (ulimit -f) nothing can be told.
	}
};
process.on('exit', exports.tell);
