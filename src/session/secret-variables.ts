export const secretVariables: readonly string[] = [
	'USAGECTL_PASSWORD',
	'USAGECTL_SESSION_ID',
	'USAGECTL_ENGINE_PASSWORD',
];
