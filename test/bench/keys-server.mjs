// A key registry made of nothing, for benchmarks: `node keys-server.mjs KEYS`, prints its port. LATENCY in the address: /50/licenseKeys/….
import {createServer} from 'node:http';

const total = Number(process.argv[2] ?? 1_000_000);
const types = ['purchased', 'freeware', 'trial', 'unknown', 'subscription'];
const digits = 8;
const hex = index => (Math.imul(index + 1, 2654435761) >>> 0).toString(16).toUpperCase().padStart(8, '0');
const edited = index => (index % 13 ? {name: 'Maria', surname: 'Pérez, Jr.', email: `m${index % 40}@example.com`} : {});
const note = index => ['order "7", line 2\nrenewed', 'VIP customer', '', '', '', ''][index % 6];
const record = index => ({
	licenseKey: `${hex(index).slice(0, 4)}-${'0'.repeat(digits)}-AX${10 + (index % 80)}`,
	licenseType: types[index % 5],
	licenseStatus: {
		activated: index % 2 === 0,
		blacklisted: index % 50 === 0,
		expired: index % 7 === 0,
		whitelisted: index % 11 === 0,
	},
	expiryDate: index % 3 ? `2027-0${1 + (index % 9)}-1${index % 10}` : null,
	installQuota: 1 + (index % 5),
	installCount: index % 8,
	overQuotaCount: (index % 8) - 1 - (index % 5),
	addedDate: `2025-0${1 + (index % 9)}-2${index % 9}T10:2${index % 10}:3${index % 10}`,
	autoCollected: index % 3 === 0,
	lastEditedDate: index % 4 ? `2026-01-1${index % 10}T08:00:0${index % 10}` : null,
	lastEditedBy: index % 4 ? edited(index) : null,
	notes: note(index),
});

// Ten thousand records are enough: the place of each is written into its key as a page goes out.
const period = 10_000;
const records = Array.from({length: period + 1000}, (_, index) =>
	Buffer.from(`${JSON.stringify(record(index % period))},`),
);
const starts = [0];
for (const bytes of records) starts.push(starts.at(-1) + bytes.length);
const text = Buffer.concat(records);
const keyAt = '{"licenseKey":"XXXX-'.length;

function page(startAt, limit) {
	const count = Math.max(0, Math.min(limit, total - startAt));
	const first = startAt % period;
	const [from, to] = [starts[first], starts[first + count]];
	const head = `{"status":"OK","returnedKeysCount":${count},"matchingKeysCount":${total},"results":[`;
	const body = Buffer.allocUnsafe(head.length + Math.max(0, to - from - 1) + 2);
	body.write(head, 0, 'latin1');
	text.copy(body, head.length, from, Math.max(from, to - 1));
	for (let index = 0; index < count; index++) {
		const at = head.length + starts[first + index] - from + keyAt;
		body.write(String(startAt + index).padStart(digits, '0'), at, 'latin1');
	}
	body.write(']}', body.length - 2, 'latin1');
	return body;
}

const mark = Buffer.from('"licenseKey"');
function countKeys(body) {
	let count = 0;
	for (let at = body.indexOf(mark); at !== -1; at = body.indexOf(mark, at + mark.length)) count++;
	return count;
}

const server = createServer({keepAliveTimeout: 60_000}, async (request, response) => {
	const chunks = [];
	for await (const chunk of request) chunks.push(chunk);
	const body = Buffer.concat(chunks);
	const [, latency, , operation] = request.url.split('/');
	const answer =
		operation === 'listKeys'
			? page(...(({startAt = 0, limit = 100} = {}) => [startAt, limit])(JSON.parse(body).paging))
			: Buffer.from(`{"status":"OK","insertedKeys":${countKeys(body)},"rejectedKeys":0,"updatedKeys":0}`);
	const send = () => {
		response.setHeader('content-type', 'application/json');
		response.setHeader('content-length', answer.length);
		response.end(answer);
	};
	if (latency === '0') send();
	else setTimeout(send, Number(latency));
});
server.requestTimeout = 0;
server.listen(0, '127.0.0.1', () => console.log(server.address().port));
