import type {NewerName} from '../contract/newer-names.ts';
import {CliError, createMissingEngineError, type FailureKind, isEngineMissing} from '../errors.ts';
import type {Progress, Terminal, Transport} from '../ports.ts';
import type {ReportPorts} from '../reports/report-ports.ts';
import type {SessionStore} from '../session/session-store.ts';
import type {Settings} from '../session/settings.ts';
import type {SettingsStore} from '../session/settings-store.ts';
import type {When} from '../terminal/color.ts';

/** The ports that checks examine, and those of reports. */
export type DoctorPorts = Omit<ReportPorts, 'globals' | 'terminal' | 'sandbox'> & {
	readonly globals: ReportPorts['globals'] & {
		readonly color: When;
		readonly input: boolean;
		readonly timeout: number;
		readonly tz?: string | undefined;
		readonly names?: readonly NewerName[] | undefined;
	};
	readonly env: Readonly<Record<string, string | undefined>>;
	readonly terminal: Terminal;
	readonly transport: Transport;
	readonly progress: Progress;
	readonly configDir: string;
	readonly stateDir: string;
	readonly settings: Settings;
	readonly settingsStore: SettingsStore;
	readonly sessions: () => Promise<SessionStore>;
	readonly sandbox:
		| (() => Promise<{
				readonly address: string;
				readonly products: readonly number[];
				readonly dataName: string | undefined;
		  }>)
		| undefined;
	/** The product of the profile or of the sandbox, if there is one. */
	readonly firstProduct: () => Promise<number | undefined>;
};

/** The result of a check. */
export type Finding = {
	readonly check: string;
	readonly state: 'ok' | 'problem' | 'skipped';
	readonly detail: string;
	readonly advice?: string;
	/** The failure with which another command would exit because of this. */
	readonly kind?: FailureKind;
};

export type Check = (ports: DoctorPorts) => Promise<readonly Finding[]>;

export const ok = (check: string, detail: string, advice?: string): Finding => ({
	check,
	state: 'ok',
	detail,
	...(advice === undefined ? {} : {advice}),
});
export const skipped = (check: string, detail: string): Finding => ({check, state: 'skipped', detail});
export const problem = (
	check: string,
	detail: string,
	{advice, kind}: {advice: string; kind: FailureKind},
): Finding => ({
	check,
	state: 'problem',
	detail,
	advice,
	kind,
});

/** Turns a CliError into a finding. Throws other errors again. */
export function toProblem(check: string, error: unknown): Finding {
	const known = isEngineMissing(error) ? createMissingEngineError(error) : error;
	if (!(known instanceof CliError)) throw error;
	return problem(check, known.message, {advice: known.details.hint, kind: known.kind});
}
