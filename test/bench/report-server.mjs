// A service with one answer; prints its port: `report-server.mjs events N` has N events in categories of five, `… nested N` a report
// of three levels with N labels each.
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
const events = count => JSON.stringify(Array.from({length: count / 5}, (_, index) => category(5 * index)));

function nested(count) {
	const object = member => `{${Array.from({length: count}, (_, index) => `"label ${index}":${member(index)}`).join()}}`;
	const totals = (i, j, k) => `"totals":{"new":${i + j},"active":${j * k}}`;
	const level3 = (i, j) => object(k => `{${totals(i, j, k)}}`);
	const level2 = i => object(j => `{${totals(i, j, 0)},"level3":${level3(i, j)}}`);
	return `{"level1":${object(i => `{${totals(i, 0, 0)},"level2":${level2(i)}}`)}}`;
}

const [what, count] = process.argv.slice(2);
const body = `{"status":"OK","results":${{events, nested}[what](Number(count))}}`;
const server = createServer((request, response) => {
	request.resume().on('end', () => {
		response.setHeader('content-type', 'application/json');
		response.end(body);
	});
}).listen(0, '127.0.0.1', () => console.log(server.address().port));
