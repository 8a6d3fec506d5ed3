/** The value of `late`: a share of the days of installations, and the longest delay in days. */
export const lateForm = /^(\d{1,2}(?:\.\d)?)%\/([1-9]\d?)d$/;

/** Assumptions about transport, sessions and requests in general, and about when data is known. */
export const requestAssumptions = {
	'later-operations': {
		values: ['present', 'absent'],
		question: 'Does the service have the operations of newer servers?',
		does: 'absent: they are answered with 404',
	},
	'delivery-name': {
		values: ['outreachDeliveries', 'reachOutDeliveries'],
		question: 'What is the filter on deliveries called?',
		does: 'reachOutDeliveries: that name, and no other',
	},
	'lost-event-paths': {
		values: ['first', 'lifetime'],
		question: 'Which paths do the two event reports on lost installations have?',
		does: 'lifetime: …/churn/lifetime/dataTable and …/histogram, and no others',
	},
	'error-status': {
		values: ['http', 'ok'],
		question: 'Which HTTP status comes with SYNTAX ERROR and AUTH ERROR?',
		does: 'ok: such answers come with 200, so that only the body tells',
	},
	'dead-session-get': {
		values: ['refuse', 'redirect'],
		question: 'How is a GET with a dead session answered?',
		does: 'redirect: with 302 to the login page, as without any session',
	},
	'session-idle-minutes': {
		default: 30,
		least: 0,
		question: 'How long does a session last?',
		does: 'minutes without use after which a session is dead; 0: at once',
	},
	'cookie-name': {
		values: ['sandboxSession', 'SID'],
		question: 'What is the session cookie called?',
		does: 'the name in Set-Cookie; a client must not depend on it',
	},
	'cookie-scope': {
		values: ['everywhere', 'where-described'],
		question: 'May cookie requests omit user and sessionId where the description does not say so?',
		does: 'where-described: updateKeys, listFiles and getDownloadUrl want user and sessionId in the request',
	},
	'request-limit': {
		default: 16384,
		least: 1,
		question: 'How long may a request be?',
		does: 'KB of the longest body that is read; a longer one is answered with 413',
	},
	'rate-limit': {
		default: 0,
		least: 0,
		question: 'How many requests are answered in a second?',
		does: 'requests beyond this number in one second get 429 and Retry-After; 0: no limit',
	},
	'reason-text': {
		values: ['told', 'absent'],
		question: 'Does an error come with a reason?',
		does: 'absent: the status alone; the request log still says why',
	},
	'api-version': {
		values: ['unnamed', 'named'],
		question: 'How does the service name the version of its API, and say that it will end?',
		does: 'named: every answer has the headers API-Version, Deprecation and Sunset',
	},
	notifications: {
		values: ['none', 'in-answers'],
		question: 'Does the service send notifications?',
		does: 'in-answers: every good JSON answer has a member notifications, which nothing describes',
	},
	'unknown-members': {
		values: ['ignore', 'refuse'],
		question: 'What happens to an unknown top-level member of a request?',
		does: 'refuse: SYNTAX ERROR; either way the request log names it',
	},
	'content-type': {
		values: ['any', 'required'],
		question: 'Must a request name its content type?',
		does: 'required: a body without Content-Type is refused; a type of neither name is refused in any case',
	},
	'response-type': {
		values: ['application/json', 'text/javascript'],
		question: 'Which content type do answers name?',
		does: 'the Content-Type of every JSON answer',
	},
	'response-text': {
		values: ['ascii', 'utf-8', 'utf-8-bom'],
		question: 'How are characters beyond ASCII written in answers?',
		does: 'utf-8: literally; utf-8-bom: literally, behind a byte order mark',
	},
	'relative-dates': {
		values: ['everywhere', 'get'],
		question: 'Are NOW and NOW-<days> taken by POST?',
		does: 'get: SYNTAX ERROR by POST',
	},
	'old-start': {
		values: ['refuse', 'clamp'],
		question: 'What happens to a startDate before the oldest permitted date?',
		does: 'clamp: the report starts at the oldest permitted date',
	},
	'oldest-days': {
		default: 0,
		least: 0,
		question: 'Does the oldest permitted date move?',
		does: 'this many days back from today, today included, if that is later than the fixed date; 0: fixed',
	},
	late: {
		form: lateForm,
		example: '3%/2d',
		question: 'Do sessions become known later than on their day, as those of offline clients do?',
		does: '3%/2d: those of 3 % of the days of installations, one or two days later; installing, updating and crashes are known at once',
	},
	'no-permission': {
		values: ['auth-error', 'syntax-error'],
		question: 'What answers a product that the user does not have, or licenseKey without its permission?',
		does: 'the status of that answer; its reason names user and product, unlike that of a dead session',
	},
	'unknown-format': {
		values: ['refuse', 'raw'],
		question: 'What does a resultFormat do that is not known?',
		does: 'raw: it counts as raw',
	},
	regex: {
		values: ['re2', 'ecma'],
		question: 'Which dialect do regular expressions use?',
		does: 'ecma: that of JavaScript, with look-around and back-references; those of a request may take half a second together',
	},
} as const;
