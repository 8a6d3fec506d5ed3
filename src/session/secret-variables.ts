const secretVariables: readonly string[] = ['USAGECTL_PASSWORD', 'USAGECTL_SESSION_ID', 'USAGECTL_ENGINE_PASSWORD'];

/** True for variables that no other program may see. */
export const isSecretVariable = (name: string): boolean =>
	secretVariables.includes(name) || name.startsWith('USAGECTL_NOTIFY_');
