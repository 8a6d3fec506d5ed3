import {hasManifest} from '../archive/download/manifest.ts';
import {type LogKind, logKinds} from '../archive/log-kinds.ts';
import type {RecordPorts} from '../archive/records/record-ports.ts';
import {withRecords} from '../archive/records/with-records.ts';
import {noFilter} from '../archive/sql/record-relations.ts';
import {CliError} from '../errors.ts';
import {type Check, type Finding, ok, problem, toProblem} from './finding.ts';

const silent = async () => {};

type ArchivePorts = Omit<RecordPorts, 'kind' | 'note' | 'detail' | 'incomplete'>;

/** Says when data last came to an archive folder, if it is one. */
export async function checkArchive(kind: LogKind, folder: string, ports: ArchivePorts): Promise<readonly Finding[]> {
	const {records: noun} = logKinds[kind];
	if (!(await hasManifest(folder))) return [];
	const missing: string[] = [];
	const incomplete = async (text: string) => void missing.push(text);
	const request = {paths: [folder], filter: noFilter, rejects: undefined};
	try {
		const reading = {...ports, kind, note: silent, detail: silent, incomplete, isReadOnly: true};
		const newest = await withRecords(request, reading, async ({dialect, possible, relation, rows}) => {
			const {dayLiteral, dayText} = dialect;
			const until = dayLiteral(possible.last);
			const sql = `SELECT ${dayText('max(day)')} FROM ${relation(possible.last)} AS line WHERE day <= ${until}`;
			return (await rows(sql, ['day']))[0]?.[0];
		});
		const detail = newest ? `the newest ${noun} are from ${newest}` : `no ${noun} yet`;
		if (missing.length === 0) return [ok(folder, detail)];
		return [
			problem(folder, [detail, ...missing].join('; '), {advice: `usagectl ${kind} sync ${folder}`, kind: 'assertion'}),
		];
	} catch (error) {
		if (error instanceof CliError && error.details.code === 'no-duckdb') return [];
		return [toProblem(folder, error)];
	}
}

/** Checks the archives in the current folder. */
export const checkArchives: Check = async ports => [
	...(await checkArchive('exceptions', logKinds.exceptions.folder, ports)),
	...(await checkArchive('events', logKinds.events.folder, ports)),
];
