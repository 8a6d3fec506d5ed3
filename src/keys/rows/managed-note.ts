/** By default, the product manages flags on the client: the registry only reports them (docs/service.md#help-managed). */
export const managedNote =
	'the flags activated, blacklisted, expired and whitelisted take effect only if the product manages them on the server, which is not the default (usagectl keys set --help)';
