// chdb behind as much of ClickHouse's HTTP interface as usagectl uses; a process of its own, as a query ends with its process.
import {createServer} from 'node:http';

const [path, ...statements] = process.argv.slice(2);
const {Session} = await import(path);
const session = new Session();
for (const sql of statements) session.query(sql);

const readBody = async request => {
	const chunks = [];
	for await (const chunk of request) chunks.push(chunk);
	return Buffer.concat(chunks).toString();
};

const server = createServer(async (request, response) => {
	const sql = await readBody(request);
	const settings = new URL(request.url, 'http://localhost').searchParams;
	const limits = [
		'max_query_size',
		'max_ast_elements',
		'max_expanded_ast_elements',
		'output_format_json_quote_64bit_integers',
	].filter(name => settings.has(name));
	try {
		for (const name of limits) session.query(`SET ${name} = ${Number(settings.get(name))}`);
		session.query(`USE ${settings.get('database') ?? 'default'}`);
		const answer = session.query(sql, settings.get('default_format'));
		response.writeHead(200, {'content-type': 'application/json'});
		response.end(answer);
	} catch (error) {
		const [, code = '1000'] = /Code: (\d+)/.exec(error.message) ?? [];
		response.writeHead(500, {'x-clickhouse-exception-code': code});
		response.end(error.message);
	}
});
server.listen(0, '127.0.0.1', () => console.log(server.address().port));
process.stdin.on('end', () => process.exit()).resume();
