// A service that knows one report, of as many events as are named, in categories of five; prints its port: report-server.mjs [EVENTS]
import {createServer} from 'node:http';

const usage = index => ({
	cumulativeUsageCount: 1000 - index,
	averageCountPerUser: 12.5 + index,
	averageCountPerSession: 1.25,
	averageCountPerRuntimeHour: 0.5,
});
const category = first => ({
	category: `Category ${first}`,
	categoryUsageSummary: usage(first),
	categoryEventsData: Object.fromEntries(
		Array.from({length: 5}, (_, index) => [`Event ${first + index}`, {eventUsage: usage(first + index)}]),
	),
});
const results = Array.from({length: Number(process.argv[2] ?? 20) / 5}, (_, index) => category(5 * index));
const body = JSON.stringify({status: 'OK', results});

const server = createServer((request, response) => {
	request.resume().on('end', () => {
		response.setHeader('content-type', 'application/json');
		response.end(body);
	});
}).listen(0, '127.0.0.1', () => console.log(server.address().port));
