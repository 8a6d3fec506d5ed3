import {getCallParts} from '../cli/context/call-parts.ts';
import {type Context, defineCommand} from '../cli/definition/command.ts';
import {CliError, exitCodes} from '../errors.ts';
import type {Session} from '../session/session.ts';
import {getText} from '../session/settings.ts';

/** The session in use: of the environment, or the stored one of this profile and address. */
async function findSession({settings, env, clock, sessions}: Context, address: string): Promise<Session | undefined> {
	const sessionId = settings.sandbox ? undefined : env.USAGECTL_SESSION_ID || undefined;
	const user = getText(settings, 'user');
	if (sessionId !== undefined && user !== undefined)
		return {address, user, sessionId, openedAt: clock.now().toISOString()};
	return (await sessions()).find(settings.profile, address);
}

/** Ends the session at the service; returns the failure when it did not. */
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
	description: 'Ends the session at the service and forgets it here, also when the service cannot be told.',
	examples: [{line: 'usagectl logout', caption: 'end the session of the profile in use'}],
	refusesDryRun: true,
	flags: {},
	run: async (_options, _args, context) => {
		const {settings, globals, sessions, mask, note} = context;
		if (settings.sandbox) {
			await note('the sandbox keeps no session: each command signs in by itself');
			return {};
		}
		const {requireAddress} = await import('../client/connect.ts');
		const {secretsOf} = await import('../session/session.ts');
		const address = requireAddress(settings);
		if (globals.printRequest)
			await (await context.connect()).raw((await import('../contract/operations/auth.ts')).auth.logout, {});
		const session = await findSession(context, address);
		if (!session) {
			await note(`nobody is signed in at ${address}`);
			return {};
		}
		for (const secret of secretsOf(session)) mask.add(secret);
		// Removed first, so that no failure leaves it behind.
		await (await sessions()).remove(settings.profile, address);
		const failure = await endSession(session, context);
		if (!failure) await note(`signed out at ${address}`);
		else if (failure.kind === 'auth') await note(`the session at ${address} was over already; it is forgotten here`);
		else await note(`forgotten here, but the service was not told: ${failure.message}`);
		return failure && failure.kind !== 'auth' ? {exit: exitCodes[failure.kind]} : {};
	},
});
