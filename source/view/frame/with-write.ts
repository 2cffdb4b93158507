/** What is written to a terminal, and how. */
export type Write = (data: string | Uint8Array, ...rest: readonly never[]) => boolean;

/** A terminal that is what another one is, but for what is written to it, which goes elsewhere. */
export function withWrite(stdout: NodeJS.WriteStream, write: Write): NodeJS.WriteStream {
	return new Proxy(stdout, {
		get(target, name) {
			if (name === 'write') {
				return write;
			}

			const value: unknown = Reflect.get(target, name, target);
			return typeof value === 'function' ? value.bind(target) : value;
		},
	});
}
