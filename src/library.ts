/**
 * The public API: `import {createService, filter, renderText, runReport} from 'usagectl'`. Everything else in the package is
 * internal.
 */
export {readValuePages} from './client/value-pages.ts';
export type {Endpoint, Input, Output} from './contract/operations/endpoint.ts';
export {endpoints} from './contract/operations/endpoints.ts';
export {type Property, properties} from './contract/properties.ts';
export type {Labeled} from './contract/value-schemas.ts';
export {
	CliError as UsagectlError,
	exitCodes,
	type FailureDetails,
	type FailureKind,
	type Place,
} from './errors.ts';
export {type ExpressionKind, expressionKinds} from './language/expression-kinds.ts';
export {
	type Expression,
	type ExpressionOptions,
	event,
	filter,
	keyFilter,
	levels,
	print,
	segments,
} from './library/library-expressions.ts';
export {datasetOf, render, renderText} from './library/library-rendering.ts';
export {
	type ReportResult,
	type ReportRow,
	type ReportRun,
	type ReportSettings,
	runReport,
	runSupport,
	type SupportResult,
} from './library/library-reports.ts';
export {createService, members, type Service, type ServiceOptions} from './library/library-service.ts';
export {type Cell, type Column, type Dataset, dataset, type Row} from './output/dataset.ts';
export {type Format, formats} from './output/formats.ts';
export type {RenderOptions} from './output/renderer.ts';
export type {CallOptions, Client, HttpRequest, HttpResponse, RawAnswer, Transport} from './ports.ts';
export type {ReportName} from './reports/report-table.ts';
export {version} from './version.ts';
