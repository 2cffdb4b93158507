import {fstatSync} from 'node:fs';
import {constants} from 'node:os';
import {Readable} from 'node:stream';

/** What is piped in. Node takes a directory for an input that has ended; here it fails as it does elsewhere. */
export function standardInput(): Readable {
	return isDirectory() ? unreadable() : process.stdin;
}

function isDirectory(): boolean {
	try {
		return fstatSync(0).isDirectory();
	} catch {
		return false;
	}
}

function unreadable(): Readable {
	const error = Object.assign(new Error('EISDIR: illegal operation on a directory, read'), {
		code: 'EISDIR',
		errno: -constants.errno.EISDIR,
	});
	return new Readable({
		read() {
			this.destroy(error);
		},
	});
}
