import type {ClusterAddress} from '../../archive/cluster/engine-address.ts';
import {type LogKind, logKinds} from '../../archive/log-kinds.ts';
import {useAndTellDates} from '../../archive/records/record-dates.ts';
import type {RecordRequest} from '../../archive/records/record-ports.ts';
import type {Records} from '../../archive/records/records.ts';
import {withRecords} from '../../archive/records/with-records.ts';
import {hasConditions} from '../../archive/sql/record-relations.ts';
import {getClusterPorts} from '../../cli/context/connect-cluster.ts';
import type {Context, Outcome} from '../../cli/definition/command.ts';
import {runSql} from '../../query/query-outcome.ts';
import type {SqlRequest} from '../../query/query-ports.ts';
import type {Days} from './file-flags.ts';

export async function isDryRun(cluster: ClusterAddress | undefined, {globals, note}: Context): Promise<boolean> {
	if (!globals.dryRun) return false;
	const {describeAddress} = await import('../../archive/cluster/engine-address.ts');
	await note(
		cluster
			? `would query ${describeAddress(cluster)} as ${cluster.user}`
			: 'the command line is valid; nothing was read',
	);
	return true;
}

export async function askRecords<Result>(
	request: RecordRequest & {readonly kind: LogKind; readonly cluster: ClusterAddress | undefined},
	context: Context,
	use: Parameters<typeof withRecords<Result>>[2],
): Promise<Result> {
	const {kind, cluster} = request;
	const useAndTell = (records: Records) => useAndTellDates(records, use, context);
	if (cluster === undefined) return withRecords(request, {...context, kind}, useAndTell);
	const {withCluster} = await import('../../archive/cluster/cluster.ts');
	return withCluster(request, await getClusterPorts(cluster, context), useAndTell);
}

/** Says that there are no records, or none that the days and filters leave. */
export function describeNone(
	{kind, paths, filter}: Parameters<typeof askRecords>[0],
	{since, until}: Omit<Days, 'named'>,
): string {
	const records = logKinds[kind].records;
	if (hasConditions(filter) || since !== undefined || until !== undefined)
		return `no ${records} match these days and filters`;
	return `there are no ${records}${paths.length > 0 ? ` in ${paths.join(', ')}` : ''}`;
}

/** Runs SQL of the user over the views, or on a cluster. */
export async function querySql(
	request: SqlRequest,
	{kind, cluster}: {readonly kind: LogKind; readonly cluster: ClusterAddress | undefined},
	context: Context,
): Promise<Outcome> {
	if (await isDryRun(cluster, context)) return {};
	if (!cluster) return runSql(request, context);
	const {queryCluster} = await import('../../archive/cluster/cluster.ts');
	return {dataset: await queryCluster(kind, request.sql, await getClusterPorts(cluster, context))};
}
