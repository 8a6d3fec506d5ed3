// node assistant.mjs NODE PROGRAM: starts the program as an assistant does, asks it for a report, and ends with the answer.
import {spawn} from 'node:child_process';
import {createInterface} from 'node:readline';

const [node, program] = process.argv.slice(2);
const child = spawn(node, [program, '--sandbox', 'mcp'], {stdio: ['pipe', 'pipe', 'inherit']});
const clientInfo = {name: 'bench', version: '1.0.0'};
const send = message => child.stdin.write(`${JSON.stringify({jsonrpc: '2.0', ...message})}\n`);
send({id: 1, method: 'initialize', params: {protocolVersion: '2025-11-25', capabilities: {}, clientInfo}});
createInterface({input: child.stdout}).on('line', line => {
	const {id, result} = JSON.parse(line);
	if (id === 1) {
		const args = {report: 'current', from: '-90d', level: 'prodVersion'};
		send({method: 'notifications/initialized'});
		send({id: 2, method: 'tools/call', params: {name: 'report', arguments: args}});
	} else if (id === 2) {
		if (result.isError) throw new Error(JSON.stringify(result));
		child.stdin.end();
		process.exit(0);
	}
});
