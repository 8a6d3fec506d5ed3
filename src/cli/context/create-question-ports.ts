import type {PostRequest, QuestionPorts} from '../../questions/run/question-ports.ts';
import {getBaseUrl} from '../../session/settings.ts';
import type {Context} from '../definition/command.ts';
import {getCallParts} from './call-parts.ts';
import {describeSandboxData} from './open-sandbox.ts';

async function post(request: PostRequest, context: Context) {
	const {exchange} = await import('../../client/http/retrying-exchange.ts');
	const {wait: _, ...parts} = getCallParts({...context, transport: context.network});
	return exchange({method: 'POST', ...request}, 'write', parts);
}

export async function createQuestionPorts(context: Context): Promise<QuestionPorts> {
	const {products, title, notifyFile, insecureHttp, out, dryRun, timeout} = context.globals;
	const {sandbox} = context.settings;
	return {
		...context,
		service: sandbox ? (await describeSandboxData(context.stateDir)).service : (getBaseUrl(context.settings) ?? ''),
		isSandbox: () => sandbox || context.servedData() !== undefined,
		products,
		title,
		notifyFile,
		isInsecure: insecureHttp,
		isStdoutFree: out !== undefined || dryRun,
		stdout: context.terminal.stdout,
		timeoutMs: timeout,
		post: request => post(request, context),
	};
}
