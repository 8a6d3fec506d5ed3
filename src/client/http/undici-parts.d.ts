/** The parts of undici that are loaded. Its public entry also loads fetch, WebSocket and mocks, more than 20 ms of each call. The layout is tested. */

declare module 'undici/lib/dispatcher/agent.js' {
	import type {Agent} from 'undici';

	const part: typeof Agent;
	export = part;
}

declare module 'undici/lib/api/api-request.js' {
	import type {Dispatcher} from 'undici';

	const request: (this: Dispatcher, options: Dispatcher.RequestOptions) => Promise<Dispatcher.ResponseData>;
	export = request;
}
