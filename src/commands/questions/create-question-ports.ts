import {getCallParts} from '../../cli/context/call-parts.ts';
import type {Context} from '../../cli/definition/command.ts';
import type {PostRequest, QuestionPorts} from '../../questions/run/question-ports.ts';
import {getBaseUrl, sandboxProfile} from '../../session/settings.ts';

async function post(request: PostRequest, context: Context) {
	const {exchange} = await import('../../client/http/retrying-exchange.ts');
	const {wait: _, ...parts} = getCallParts(context);
	return exchange({method: 'POST', ...request}, 'write', parts);
}

export function createQuestionPorts(context: Context): QuestionPorts {
	const {products, title, notifyFile, insecureHttp, out, dryRun, timeout} = context.globals;
	return {
		...context,
		service: context.settings.sandbox ? sandboxProfile : (getBaseUrl(context.settings) ?? ''),
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
