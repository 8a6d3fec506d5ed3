import {expect, test} from 'vitest';
import {started} from '../sandbox/support/started.ts';
import {connected, eras, parse} from './support/connected.ts';

/**
 * The schemas of tools, in the part of JSON Schema that every common client takes. One schema outside it often fails
 * every request of a session. Reports of clients, as repository#number on GitHub:
 *
 * - `type` is one name: github/copilot-cli#4623, anomalyco/opencode#48073, genkit-ai/genkit#5070, google/adk-js#199,
 *   cursor/cursor#3778, bhauman/clojure-mcp#42 (IntelliJ)
 * - no oneOf, anyOf, allOf at the top: makenotion/notion-mcp-server#341, zereight/gitlab-mcp#550 (Kiro), evoila/meho#905
 *   (Claude Code); none below it: github/copilot-cli#4301 (an array is sent as a text), sbroenne/mcp-server-excel#672
 * - no $ref: google-gemini/gemini-cli#13326, github/copilot-cli#1876, openai/codex#3152
 * - arrays have `items`: microsoft/vscode#246119, backstage/backstage#34038
 * - no other keywords: promptfoo/promptfoo#6902 and zed-industries/zed#29400 (additionalProperties),
 *   zendev-sh/goai#108 (propertyNames, const, default), modelcontextprotocol/servers#1817 (exclusiveMinimum)
 */
const keywords: Readonly<Record<string, readonly string[]>> = {
	object: ['properties', 'required'],
	array: ['items', 'minItems', 'maxItems'],
	string: ['enum', 'pattern'],
	integer: ['minimum', 'maximum'],
	boolean: [],
};

type Schema = Readonly<Record<string, unknown>>;

function findOutside(schema: Schema, place: string): readonly string[] {
	const {type, properties, items} = schema;
	const known = typeof type === 'string' ? keywords[type] : undefined;
	if (!known) return [`${place}: type ${JSON.stringify(type)}`];
	const unknown = Object.keys(schema).filter(key => !['type', 'description', ...known].includes(key));
	const children = Object.entries((properties ?? {}) as Readonly<Record<string, Schema>>);
	return [
		...unknown.map(key => `${place}: ${key}`),
		...(type === 'object' && children.length === 0 ? [`${place}: no properties`] : []),
		...children.flatMap(([name, child]) => findOutside(child, `${place}.${name}`)),
		...(type === 'array' ? findOutside((items ?? {}) as Schema, `${place}[]`) : []),
	];
}

const sandbox = await started();
const {env} = sandbox;

test.each(eras)(
	'describes the arguments of all tools in the part of JSON Schema that all clients take (%s)',
	async era => {
		const {client} = await connected('mcp --allow-writes', {env, era});
		const {tools} = await client.listTools();
		expect(tools).toHaveLength(10);
		expect(tools.flatMap(({name, inputSchema}) => findOutside(inputSchema, name))).toEqual([]);
	},
);

test('accepts numbers for texts, one value for a list, and several expressions', async () => {
	const {call} = await connected('mcp', {env});
	const {head} = parse(
		(await call('report', {report: 'current', from: 2026, lost_after: 30, level: 'prodEdition', top: 2})).text,
	);
	expect(head.asked).toMatch(/ --from=2026 --level=prodEdition --top=2 --lost-after=30$/);
	expect((await call('check_filter', {expression: ['country=US', 'ram>=8GB']})).isError).toBe(false);
});

test('plans changes whose values have the types that the schema names, and others', async () => {
	const {call} = await connected('mcp --allow-writes', {env});
	const plan = async (values: object) => {
		const {text, isError} = await call('keys_plan', {
			changes: [{licenseKey: 'SCHEMA-1', licenseType: 'trial', ...values}],
		});
		expect(isError, text).toBe(false);
		return parse(text).rows;
	};
	const typed = await plan({activated: true, expiryDate: '2027-01-31', installQuota: 7});
	expect(typed).toMatchObject([expect.stringMatching(/expiryDate.*2027-01-31/)]);
	expect(typed).toMatchObject([expect.stringMatching(/installQuota.*7/)]);
	// A client that sends only the type that a schema names cannot send null.
	expect(await plan({expiryDate: 'null'})).toEqual(await plan({expiryDate: null}));
	const unknown = await call('keys_plan', {changes: [{licenseKey: 'SCHEMA-1', instalQuota: 7}]});
	expect([unknown.isError, unknown.text]).toEqual([true, expect.stringContaining('installQuota')]);
});
