// The least that asks one question with Node alone: node least-http.cjs ADDRESS
const http = require('node:http');

const request = http.request(
	process.argv[2],
	{method: 'POST', headers: {'content-type': 'application/json'}},
	answer => {
		let text = '';
		answer.setEncoding('utf8');
		answer.on('data', chunk => {
			text += chunk;
		});
		answer.on('end', () => process.stdout.write(text));
	},
);
request.end('{"productId":7}');
