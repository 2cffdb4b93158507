import {Console} from 'node:console';
import {Writable} from 'node:stream';

/** Maximum number of lines. Further output of a library isn't worth reading. */
const maxLines = 100;

const methods = ['debug', 'dir', 'error', 'info', 'log', 'table', 'trace', 'warn'] as const;

/**
 * Captures the console output of libraries and Node's warnings, which would disturb the screen. Returns a function that ends the
 * capture and returns the captured lines.
 */
export function holdConsole(): () => readonly string[] {
	const lines: string[] = [];
	const keep = (text: string): void => {
		lines.push(
			...text
				.trimEnd()
				.split('\n')
				.slice(0, Math.max(0, maxLines - lines.length)),
		);
	};
	const stream = new Writable({
		decodeStrings: false,
		write(text: string, _encoding, done) {
			keep(text);
			done();
		},
	});
	const held = new Console(stream, stream);
	const own = Object.fromEntries(methods.map(method => [method, console[method]]));
	for (const method of methods) {
		console[method] = held[method];
	}
	const listeners = process.listeners('warning');
	const warned = ({name, message}: Error): void => keep(`${name}: ${message}`);
	process.removeAllListeners('warning').on('warning', warned);
	return () => {
		Object.assign(console, own);
		process.off('warning', warned);
		for (const listener of listeners) {
			process.on('warning', listener);
		}
		return lines;
	};
}
