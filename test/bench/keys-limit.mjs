// What the network alone takes: `node keys-limit.mjs list ADDRESS PAGES` throws pages away, `… update ADDRESS ROWS` sends ready bodies; four at a time.
import {Pool} from 'undici';

const [what, address, count] = process.argv.slice(2);
const atOnce = 4;
const base = new URL(address);
const pool = new Pool(base.origin, {connections: atOnce, pipelining: 1});
const headers = {'content-type': 'application/json'};
const identity = {user: 'u', sessionId: 's', productId: 7};

const post = async (path, body) => {
	const answer = await pool.request({path: base.pathname + path, method: 'POST', headers, body});
	for await (const _ of answer.body);
};
const update = index => ({
	licenseKey: `9E37-79B1-0000${index}-AX42`,
	licenseType: 'purchased',
	licenseStatus: {activated: true, blacklisted: false},
	expiryDate: '2027-02-11',
	installQuota: 3,
	...(index % 3 ? {notes: 'VIP customer 1'} : {}),
});
const ready = JSON.stringify({...identity, keyUpdates: Array.from({length: 1000}, (_, index) => update(index))});
const jobs = {
	list: index => () =>
		post('/licenseKeys/listKeys', JSON.stringify({...identity, paging: {startAt: index * 1000, limit: 1000}})),
	update: () => () => post('/licenseKeys/updateKeys', ready),
};

const turns = what === 'list' ? Number(count) : Number(count) / 1000;
const flight = new Set();
for (let turn = 0; turn < turns; turn++) {
	while (flight.size >= atOnce) await Promise.race(flight);
	const sent = jobs[what](turn)().finally(() => flight.delete(sent));
	flight.add(sent);
}
await Promise.all(flight);
await pool.close();
