import {isCalendarDay} from '../calendar.ts';
import {findProxy, getProxy} from '../client/http/proxy-settings.ts';
import {CliError} from '../errors.ts';
import type {HttpResponse} from '../ports.ts';
import {type DoctorPorts, type Finding, ok, problem, skipped, toProblem} from './finding.ts';

/** With a larger difference, today and expiry dates are wrong. */
const maxSkewMs = 5 * 60_000;

type Probe = {readonly response: HttpResponse; readonly isHtml: boolean; readonly tookMs: number};

/** Makes a call without a session: any response in JSON shows that the service is there. */
async function probe(address: string, {transport, clock, globals, signal}: DoctorPorts): Promise<Probe> {
	const began = clock.now().getTime();
	const request = {
		method: 'POST',
		url: new URL(`${address}/meta/oldestReportedDate`),
		headers: {'content-type': 'application/json', accept: 'application/json, text/javascript'},
		body: '{}',
	} as const;
	const response = await transport(request, {deadlineMs: globals.timeout, maxBytes: 2 ** 20, signal});
	let start = '';
	for await (const chunk of response.body) if (start.length < 100) start += Buffer.from(chunk).toString('latin1');
	return {response, isHtml: start.trimStart().startsWith('<'), tookMs: clock.now().getTime() - began};
}

function describeAnswer(address: string, {response: {status}, isHtml, tookMs}: Probe): Finding {
	const advice = 'check that --base-url is the address of the service';
	if (status >= 500)
		return problem('address', `${address} responds with status ${status}`, {
			advice: 'try again later',
			kind: 'network',
		});
	if (isHtml && status < 300) return problem('address', `${address} responds with a web page`, {advice, kind: 'auth'});
	if (status === 404)
		return problem('address', `${address} does not know the operations of the service`, {advice, kind: 'refused'});
	return ok('address', `${address} responds in ${tookMs} ms`);
}

/** Compares this machine's clock with the `Date` header of the response. */
function compareClocks({response: {headers}}: Probe, now: Date, today: string): Finding {
	const date = Date.parse([headers.date].flat()[0] ?? '');
	if (Number.isNaN(date)) return skipped('clock', 'the service does not send its time');
	const skew = now.getTime() - date;
	const seconds = Math.round(Math.abs(skew) / 1000);
	if (Math.abs(skew) <= maxSkewMs) return ok('clock', `within ${seconds} s of the clock of the service`);
	const [day, ownDay] = [new Date(date), now].map(each => each.toISOString().slice(0, 10));
	if (day !== ownDay) {
		const days = `the service is at ${day}, this machine at ${ownDay}`;
		if (day === today) return ok('clock', `${days}: today is the day of the service`);
		const advice = 'sign in again: today is then the day of the service; or give --today';
		return problem('clock', days, {advice, kind: 'usage'});
	}
	const advice = 'correct the clock of this machine, or use --today: dates such as today depend on it';
	return problem('clock', `${seconds} s ${skew > 0 ? 'ahead of' : 'behind'} the clock of the service`, {
		advice,
		kind: 'usage',
	});
}

function describeSecurity(address: string): Finding {
	if (address.startsWith('https:')) return ok('tls', 'the certificate is valid');
	return ok('tls', 'plain HTTP, to this machine or allowed by --insecure-http');
}

function describeProxy(address: string, {env}: DoctorPorts): readonly Finding[] {
	const proxy = findProxy(getProxy(env), new URL(address));
	return proxy ? [ok('proxy', `${proxy.url.host} is used for ${new URL(address).host}`)] : [];
}

/** Makes a small call with the session that commands would use, which also returns the earliest date of reports. */
async function checkSession(ports: DoctorPorts): Promise<readonly Finding[]> {
	const product = await ports.firstProduct();
	if (product === undefined) return [skipped('session', 'no product is given: add -p ID')];
	try {
		const {fetchOldestDate} = await import('../reports/request/oldest-date.ts');
		const oldest = await fetchOldestDate(ports, product);
		return [
			ok('session', `valid for product ${product}`),
			...(isCalendarDay(oldest) ? [ok('reports', `can start on ${oldest} at the earliest`)] : []),
		];
	} catch (error) {
		return [toProblem('session', error)];
	}
}

async function findAddress({settings, sandbox}: DoctorPorts): Promise<string> {
	if (sandbox) return (await sandbox()).address;
	const {getAddress} = await import('../client/connect.ts');
	return getAddress(settings);
}

const notAsked = ['clock', 'tls', 'session'].map(check => skipped(check, 'the service was not reached'));

/** Checks the address first and the session last; each check requires the one before. */
export async function checkService(ports: DoctorPorts): Promise<readonly Finding[]> {
	let address: string;
	try {
		address = await findAddress(ports);
	} catch (error) {
		return [toProblem('address', error), ...notAsked];
	}
	const proxy = describeProxy(address, ports);
	try {
		const probed = await probe(address, ports);
		const found = describeAnswer(address, probed);
		const findings = [...proxy, found, describeSecurity(address)];
		if (found.state !== 'ok')
			return [...findings, ...['clock', 'session'].map(check => skipped(check, 'the address is not the service'))];
		return [...findings, compareClocks(probed, ports.clock.now(), ports.today), ...(await checkSession(ports))];
	} catch (error) {
		const isTls = error instanceof CliError && error.details.code === 'tls';
		return [
			...proxy,
			toProblem(isTls ? 'tls' : 'address', error),
			...notAsked.filter(({check}) => check !== (isTls ? 'tls' : '')),
		];
	}
}
