import {readListed} from '../contract/listed-properties.ts';
import type {NewerName} from '../contract/newer-names.ts';
import {getProperty} from '../contract/properties.ts';
import {CliError} from '../errors.ts';
import type {Row} from '../output/dataset.ts';
import {type ComparedAnswer, callOperations, countSampleCalls} from './compare-operations.ts';
import type {DoctorPorts} from './finding.ts';

/** Implements `doctor --service`: compares the responses of a service with the contract. */

type Listed = {
	readonly name: string;
	readonly dataType?: string;
	readonly subProperties?: readonly {readonly name: string}[];
};

/** Returns the properties of the response, whether or not it agrees with the contract. */
function getListed({body = '{}'}: ComparedAnswer): readonly Listed[] {
	const {results = []} = JSON.parse(body) as {readonly results?: readonly {readonly properties?: readonly Listed[]}[]};
	return results.flatMap(({properties = []}) => properties);
}

/** Names to set in the profile, and properties that are not in the catalog. */
function describeProperties(listed: readonly Listed[], names: readonly NewerName[]): readonly Row[] {
	const flags = listed.find(({name}) => name === 'licenseStatus')?.subProperties ?? [];
	const isLater = flags.some(({name}) => name === 'blocked');
	const renamed: readonly Row[] =
		isLater && !names.includes('blocked')
			? [
					[
						'names',
						'differs',
						'the server says blocked and allowed; to use these names: usagectl profile set --names=blocked',
					],
				]
			: [];
	const others = listed.filter(({name}) => getProperty(name) === undefined);
	const known = others.filter(each => readListed(each)).map(({name}) => name);
	const unknown = others
		.filter(each => !readListed(each))
		.map(({name, dataType}) => `${name} (${dataType ?? 'no type'})`);
	return [
		...renamed,
		...(known.length > 0
			? [['properties', 'adds', `not in the API documentation, but of a known type: ${known.join(', ')}`]]
			: []),
		...(unknown.length > 0
			? [['properties', 'adds', `not in the API documentation, and of an unknown type: ${unknown.join(', ')}`]]
			: []),
	];
}

const lostEvents = ['/reporting/eventTracking/churn/dataTable', '/reporting/eventTracking/churn/histogram'];

/** If an event report on lost installations is missing, it may have its newer path. */
const hintOf = ({path, state}: ComparedAnswer, names: readonly NewerName[]) =>
	state === 'absent' && lostEvents.includes(path) && !names.includes('lifetime')
		? ['the server may have the newer path; to use it: usagectl profile set --names=lifetime']
		: [];

/** Calls each operation that reads once, and compares. Returns undefined if the user declines. */
export async function compareService(ports: DoctorPorts): Promise<readonly Row[] | undefined> {
	const {globals, sandbox, terminal, progress, signal, today} = ports;
	const product = await ports.firstProduct();
	if (product === undefined)
		throw new CliError('usage', 'no product is given', {hint: 'give -p ID', code: 'no-product'});
	const calls = countSampleCalls(today);
	const question = `This sends ${calls} requests about product ${product} to ${globals.baseUrl ?? 'the service'}, one after the other, and changes nothing. Continue?`;
	if (!sandbox && !(await terminal.confirm({text: question, flag: '--yes'}))) return undefined;
	const client = await ports.connect();
	const {names = []} = globals;
	const rows: Row[] = [];
	const bar = progress.start({what: 'operations', total: calls});
	for await (const answer of callOperations({client, product, signal}, today)) {
		bar.advance(1);
		const details = [...answer.details, ...hintOf(answer, names)];
		rows.push([answer.path, answer.state, details.join('; ') || null]);
		if (answer.path === '/meta/productProperties' && answer.state !== 'refused' && answer.state !== 'absent')
			rows.push(...describeProperties(getListed(answer), names));
	}
	bar.end();
	return rows;
}
