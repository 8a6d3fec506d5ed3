/** By default, the product manages flags on the client: the registry only reports them (docs/service.md#help-managed). */
export const managedNote =
	'a license flag takes effect only if the product manages it on the server, which is not the default (usagectl keys set --help)';
