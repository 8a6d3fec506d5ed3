import type {KeyRecord} from '../../contract/operations/license-keys.ts';
import {CliError} from '../../errors.ts';
import {counted} from '../../text/wording.ts';
import {checkTypes} from '../check/unknown-types.ts';
import type {KeysClient, KeysPorts} from '../keys-ports.ts';
import {type FoundKey, findKeys, type Selection} from '../registry/find-keys.ts';
import type {ReadKeys} from '../registry/read-keys.ts';
import {type CheckedRow, type CheckedRows, createRows} from '../rows/checked-row.ts';
import {isValueError} from '../rows/input-error.ts';
import {applyChange, type KeyChange} from '../rows/key-change.ts';
import type {Workspace} from '../store/workspace.ts';

export type ChangeRequest = {
	readonly selection: Selection;
	readonly change: KeyChange;
	/** Accepts license types that resemble existing ones. */
	readonly allowSimilar: boolean;
};

type MadeRows = {
	readonly client: KeysClient;
	readonly rows: CheckedRows;
	/** Returns the records from which the rows were made, each once. */
	readonly readKeys: ReadKeys;
};

const maxPrinted = 20;

/** Finds the keys, and makes a row of each while they are read. Reading throws CliError (usage) if a value cannot be shifted. */
export async function makeRows(
	{selection, change, allowSimilar}: ChangeRequest,
	ports: KeysPorts & {readonly workspace: Workspace},
): Promise<MadeRows> {
	const client = await ports.connect();
	const found = await findKeys(selection, client, ports);
	const {licenseType} = change.fields;
	if (licenseType !== undefined) await checkTypes([licenseType], client, {...ports, allowSimilar});
	const records = new Map<string, KeyRecord>();
	const readKeys: ReadKeys = async keys => {
		const taken = new Map<string, KeyRecord>();
		for (const key of keys) {
			const record = records.get(key);
			if (record) taken.set(key, record);
			records.delete(key);
		}
		return taken;
	};
	const blocks = changeAll(found.blocks, change, {note: ports.note, records});
	return {client, rows: createRows(blocks, found.count, await ports.workspace.spool('left')), readKeys};
}

async function* changeAll(
	blocks: AsyncIterable<readonly FoundKey[]>,
	change: KeyChange,
	{note, records}: Pick<KeysPorts, 'note'> & {readonly records: Map<string, KeyRecord>},
): AsyncGenerator<readonly CheckedRow[]> {
	const problems: string[] = [];
	let [line, unlimited] = [0, 0];
	const toRow = ({licenseKey, record}: FoundKey): readonly CheckedRow[] => {
		line++;
		if (record) records.set(licenseKey, record);
		if (!record?.expiryDate) unlimited++;
		const update = applyChange(licenseKey, change, record);
		if (!isValueError(update)) return [{line, update}];
		problems.push(`${licenseKey}: ${update.message}`);
		return [];
	};
	for await (const block of blocks) yield block.flatMap(toRow);
	if (problems.length > 0) throw createChangeError(problems);
	if (unlimited > 0 && change.expiryShift !== undefined)
		await note(`no expiry date, so none is set: ${counted(unlimited, 'key')}`, 'empty');
}

const createChangeError = (problems: readonly string[]) =>
	new CliError('usage', `${counted(problems.length, 'key')} cannot be changed; nothing was sent`, {
		hint: 'leave these keys out with --filter, or give another value',
		code: 'bad-shift',
		problems:
			problems.length > maxPrinted
				? [...problems.slice(0, maxPrinted), `… and ${problems.length - maxPrinted} more`]
				: problems,
	});
