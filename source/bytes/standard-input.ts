import {fstatSync} from 'node:fs';
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
	return new Readable({
		read() {
			this.destroy(new Error('it is a directory'));
		},
	});
}
