import {amount, choice} from './assumption.ts';

/** What is open about transport, sessions and requests in general. */
export const accessAssumptions = [
	choice('error-status', ['http', 'ok'], {
		question: 'Which HTTP status comes with SYNTAX ERROR and AUTH ERROR?',
		source: 'service-api.md, Errors: not shown; wire-facts 1.0: 400 and 403 (H), pairing inferred (M)',
		does: 'ok: such answers come with 200, so that only the body tells',
	}),
	choice('dead-session-get', ['refuse', 'redirect'], {
		question: 'How is a GET with a dead session answered?',
		source: 'service-api.md, Authentication: shown only without authentication',
		does: 'redirect: with 302 to the login page, as without any session',
	}),
	amount(
		'session-idle-minutes',
		{default: 30, least: 0},
		{
			question: 'How long does a session last?',
			source: 'service-api.md, Authentication: not shown; wire-facts 1.1: finite (M)',
			does: 'minutes without use after which a session is dead; 0: at once',
		},
	),
	choice('cookie-name', ['sandboxSession', 'SID'], {
		question: 'What is the session cookie called?',
		source: 'service-api.md, Authentication: not shown',
		does: 'the name in Set-Cookie; a client must not depend on it',
	}),
	choice('cookie-scope', ['everywhere', 'where-described'], {
		question: 'May cookie requests omit user and sessionId where the description does not say so?',
		source: 'service-api.md, Authentication: not shown; wire-facts 1.4: oversight of the documentation (M)',
		does: 'where-described: updateKeys, listFiles and getDownloadUrl want user and sessionId in the request',
	}),
	choice('logout-ends', ['session', 'user'], {
		question: 'How are all sessions of a user ended?',
		source: 'service-api.md, Authentication: offered, path and payload not shown; wire-facts 1.2',
		does: 'session: not at all; user: by every logout',
	}),
	amount(
		'request-limit',
		{default: 16_384, least: 1},
		{
			question: 'How long may a request be?',
			source: 'service-api.md, Limits: not shown',
			does: 'KB of the longest body that is read; a longer one is answered with 413',
		},
	),
	amount(
		'rate-limit',
		{default: 0, least: 0},
		{
			question: 'How many requests are answered in a second?',
			source: 'service-api.md, Limits: rate limits not shown',
			does: 'what comes beyond so many in one second is answered with 429 and Retry-After; 0: no limit',
		},
	),
	choice('reason-text', ['told', 'absent'], {
		question: 'Does an error come with a reason?',
		source: 'service-api.md, Errors: reason is optional, its texts are not shown',
		does: 'absent: the status alone; the request log still says why',
	}),
	choice('api-version', ['unnamed', 'named'], {
		question: 'How does the service name the version of its API, and say that it will end?',
		source: 'service-api.md, last line: versioning scheme and deprecation policy not shown',
		does: 'named: every answer has the headers API-Version, Deprecation and Sunset',
	}),
	choice('notifications', ['none', 'in-answers'], {
		question: 'Does the service send notifications?',
		source: 'service-api.md, Events: none described; wire-facts part 5: none found (M)',
		does: 'in-answers: every good JSON answer has a member notifications, which nothing describes',
	}),
	choice('unknown-members', ['ignore', 'refuse'], {
		question: 'What happens to an unknown top-level member of a request?',
		source: 'service-api.md: not shown; wire-facts 1.0: ignored (M)',
		does: 'refuse: SYNTAX ERROR; either way the request log names it',
	}),
	choice('content-type', ['required', 'any'], {
		question: 'Must a request name its content type?',
		source: 'service-api.md, Transport conventions: two types named; wire-facts 1.0: probably not read (M)',
		does: 'any: a body without Content-Type is read too; a type of neither name stays refused',
	}),
	choice('response-type', ['application/json', 'text/javascript'], {
		question: 'Which content type do answers name?',
		source: 'wire-facts 1.0: documented as text/javascript, samples show application/json (H)',
		does: 'the Content-Type of every JSON answer',
	}),
	choice('response-text', ['ascii', 'utf-8', 'utf-8-bom'], {
		question: 'How are characters beyond ASCII written in answers?',
		source: 'wire-facts 1.0: escaped in the samples (M)',
		does: 'utf-8: literally; utf-8-bom: literally, behind a byte order mark',
	}),
	choice('relative-dates', ['everywhere', 'get'], {
		question: 'Are NOW and NOW-<days> taken by POST?',
		source: 'service-api.md, Transport conventions: shown for GET only; wire-facts 1.0: both (M)',
		does: 'get: SYNTAX ERROR by POST',
	}),
	choice('old-start', ['refuse', 'clamp'], {
		question: 'What happens to a startDate before the oldest permitted date?',
		source: 'service-api.md, Limits; wire-facts 1.7: an error of unknown form (M)',
		does: 'clamp: the report starts at the oldest permitted date',
	}),
	choice('unknown-product', ['auth-error', 'syntax-error'], {
		question: 'What answers a product that the user does not have?',
		source: 'wire-facts 1.0: one of the three statuses, which is not known',
		does: 'the status of that answer',
	}),
	choice('chart-types', ['strict', 'any'], {
		question: 'Is hcType held to the kind of report?',
		source: 'wire-facts 1.0: line goes with a date split, the others without (H); an error is not shown',
		does: 'any: every chart type for every report',
	}),
	choice('unknown-format', ['refuse', 'raw'], {
		question: 'What does a resultFormat do that is not known?',
		source: 'service-api.md, Transport conventions: full value sets not shown',
		does: 'raw: it counts as raw',
	}),
	choice('regex-match', ['anywhere', 'whole'], {
		question: 'Must a regular expression match the whole value?',
		source: 'wire-facts 1.6: anchoring not found',
		does: 'whole: as if it stood between ^ and $; holds for filters, segments, keys and property values',
	}),
	choice('regex-case', ['sensitive', 'insensitive'], {
		question: 'Do regular expressions tell case?',
		source: 'wire-facts 1.6: case not found',
		does: 'insensitive: upper and lower case are the same',
	}),
] as const;
