import {getCallParts} from '../cli/context/call-parts.ts';
import {type Context, defineCommand} from '../cli/definition/command.ts';
import {CliError, exitCodes} from '../errors.ts';
import type {Session} from '../session/session.ts';
import {getText} from '../session/settings.ts';

/** Finds the session of the environment, else the one stored for this profile and address. */
async function findSession({settings, env, clock, sessions}: Context, address: string): Promise<Session | undefined> {
	const sessionId = settings.sandbox ? undefined : env.USAGECTL_SESSION_ID || undefined;
	const user = getText(settings, 'user');
	if (sessionId !== undefined && user !== undefined)
		return {address, user, sessionId, openedAt: clock.now().toISOString()};
	return (await sessions()).find(settings.profile, address);
}

/** Ends the session at the service. Returns the error if that fails. */
async function endSession(session: Session, context: Context): Promise<CliError | undefined> {
	const {exchange} = await import('../client/http/retrying-exchange.ts');
	const {buildRequest} = await import('../client/request.ts');
	const {readAnswer} = await import('../client/answer/response.ts');
	const {auth} = await import('../contract/operations/auth.ts');
	const parts = getCallParts(context);
	try {
		const answer = await exchange(buildRequest(auth.logout, {}, {address: session.address, session}), 'read', parts);
		readAnswer(auth.logout, answer, parts.note);
		return undefined;
	} catch (error) {
		if (error instanceof CliError) return error;
		throw error;
	}
}

export const command = defineCommand({
	description:
		'Ends the session at the service and deletes it from this machine. If the service cannot be reached, the session is still deleted from this machine, and remains valid at the service until it expires.',
	examples: [{line: 'usagectl logout', caption: 'end the session of the current profile'}],
	takes: ['baseUrl', 'connection', 'printRequest'],
	flags: {},
	run: async (_options, _args, context) => {
		const {settings, globals, sessions, mask, note} = context;
		if (settings.sandbox) {
			await note('the sandbox does not store a session: each command signs in by itself');
			return {};
		}
		const {requireAddress} = await import('../client/connect.ts');
		const {getSessionSecrets} = await import('../session/session.ts');
		const address = requireAddress(settings);
		if (globals.printRequest)
			await (await context.connect()).raw((await import('../contract/operations/auth.ts')).auth.logout, {});
		const session = await findSession(context, address);
		if (!session) {
			await note(`not signed in at ${address}`);
			return {};
		}
		for (const secret of getSessionSecrets(session)) mask.add(secret);
		// Deleted before the call, so that a failure does not leave the session on this machine.
		await (await sessions()).remove(settings.profile, address);
		const failure = await endSession(session, context);
		if (!failure) await note(`signed out at ${address}`);
		else if (failure.kind === 'auth')
			await note(`the session at ${address} had already ended; it was deleted from this machine`);
		else await note(`the session was deleted from this machine, but the service did not end it: ${failure.message}`);
		return failure && failure.kind !== 'auth' ? {exit: exitCodes[failure.kind]} : {};
	},
});
