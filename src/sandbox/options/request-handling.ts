/** The value of `late`: the percentage of installation days whose sessions arrive late, and the longest delay in days. */
export const lateForm = /^(\d{1,2}(?:\.\d)?)%\/([1-9]\d?)d$/;

export const requestOptions = {
	'newer-operations': {
		values: ['present', 'absent'],
		question: 'Does the service have the operations of newer servers?',
		effect: 'absent: they return 404',
	},
	'delivery-name': {
		values: ['outreachDeliveries', 'reachOutDeliveries'],
		question: 'What is the filter on campaign deliveries called?',
		effect: 'reachOutDeliveries: only this name is accepted',
	},
	'lost-event-paths': {
		values: ['first', 'lifetime'],
		question: 'Which paths do the two lost-event reports have?',
		effect: 'lifetime: only …/churn/lifetime/dataTable and …/churn/lifetime/histogram',
	},
	'error-status': {
		values: ['http', 'ok'],
		question: 'Which HTTP status do SYNTAX ERROR and AUTH ERROR have?',
		effect: 'ok: 200, so that only the body shows the error',
	},
	'dead-session-get': {
		values: ['refuse', 'redirect'],
		question: 'What does a GET with an expired session return?',
		effect: 'redirect: 302 to the login page, as without a session',
	},
	'session-idle-minutes': {
		default: 30,
		least: 0,
		question: 'How long does a session last?',
		effect: 'minutes without use until a session expires; 0: it expires at once',
	},
	'cookie-name': {
		values: ['sandboxSession', 'SID'],
		question: 'What is the session cookie called?',
		effect: 'the name in Set-Cookie; a client must not depend on it',
	},
	'cookie-scope': {
		values: ['everywhere', 'where-described'],
		question: 'Can cookie requests omit user and sessionId if the documentation does not say so?',
		effect: 'where-described: updateKeys, listFiles and getDownloadUrl require user and sessionId',
	},
	'request-limit': {
		default: 16384,
		least: 1,
		question: 'How large can a request be?',
		effect: 'the largest body in KB; a larger one returns 413',
	},
	'rate-limit': {
		default: 0,
		least: 0,
		question: 'How many requests per second are accepted?',
		effect: 'further requests in the same second return 429 with Retry-After; 0: no limit',
	},
	'reason-text': {
		values: ['told', 'absent'],
		question: 'Do errors have a reason?',
		effect: 'absent: only the status; the request log still shows the reason',
	},
	'api-version': {
		values: ['unnamed', 'named'],
		question: 'Does the service announce the version of its API and its end of life?',
		effect: 'named: every response has the headers API-Version, Deprecation and Sunset',
	},
	notifications: {
		values: ['none', 'in-answers'],
		question: 'Does the service send notifications?',
		effect: 'in-answers: every successful JSON response has an undocumented member notifications',
	},
	'unknown-members': {
		values: ['ignore', 'refuse'],
		question: 'What happens to an unknown top-level member of a request?',
		effect: 'refuse: it is a SYNTAX ERROR; the request log names it in both cases',
	},
	'content-type': {
		values: ['any', 'required'],
		question: 'Must a request have a Content-Type?',
		effect: 'required: a body without Content-Type is rejected; an unsupported type is always rejected',
	},
	'response-type': {
		values: ['application/json', 'text/javascript'],
		question: 'Which Content-Type do responses have?',
		effect: 'the Content-Type of every JSON response',
	},
	'response-text': {
		values: ['ascii', 'utf-8', 'utf-8-bom'],
		question: 'How are non-ASCII characters written in responses?',
		effect: 'utf-8: literally; utf-8-bom: literally, after a byte order mark',
	},
	'relative-dates': {
		values: ['everywhere', 'get'],
		question: 'Does POST accept NOW and NOW-<days>?',
		effect: 'get: only GET does; with POST they are a SYNTAX ERROR',
	},
	'old-start': {
		values: ['refuse', 'clamp'],
		question: 'What happens if startDate is before the earliest allowed date?',
		effect: 'clamp: the report starts on the earliest allowed date',
	},
	'oldest-days': {
		default: 0,
		least: 0,
		question: 'Does the earliest allowed date move?',
		effect:
			'the earliest date is this many days before today, if that is later than the fixed date; 0: it does not move',
	},
	late: {
		form: lateForm,
		example: '3%/2d',
		question: 'Can sessions arrive after their day, as those of offline installations do?',
		effect:
			'3%/2d: the sessions of 3 % of all installation days arrive one or two days late; installs, updates and crashes are never late',
	},
	'no-permission': {
		values: ['auth-error', 'syntax-error'],
		question:
			'How does the service reject a product that the user cannot access, or licenseKey without the permission?',
		effect: 'syntax-error: the status is SYNTAX ERROR; in both cases the reason names user and product',
	},
	'unknown-format': {
		values: ['refuse', 'raw'],
		question: 'What does an unknown resultFormat do?',
		effect: 'raw: it is read as raw',
	},
	regex: {
		values: ['re2', 'ecma'],
		question: 'Which dialect do regular expressions use?',
		effect: 'ecma: JavaScript, with lookaround and backreferences; all expressions of a request share 500 ms',
	},
} as const;
