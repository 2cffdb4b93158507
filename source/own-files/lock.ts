import {lstat, open, readdir, rename, unlink} from 'node:fs/promises';
import {connect, createServer, type Socket} from 'node:net';
import {basename, dirname, join, relative, resolve} from 'node:path';
import {errnoCode, isMissing} from '../bytes/files/errno-words.js';
import {makeOwnFolder} from './own-folder.js';
import {randomName} from './random-name.js';

// A lock is a queue, Lamport's bakery. Whoever wants it makes a socket of its own in the folder, asks all sockets there for
// their tickets, takes the next one, and has the lock when nobody is left with a smaller one. A socket answers as long as
// its process lives, also one in another container. That of a killed process refuses: since no name comes twice, whoever
// finds it can remove it at any time, and never removes one of a living process.

/** Gives a lock free again. */
export type Unlock = () => Promise<void>;

/** A file is read and written in a few milliseconds: who holds it for so long, milliseconds, was stopped. */
const longestHeld = 10_000;

/** The longest path of a socket, bytes: that of macOS; Linux has 107. */
const longestPath = 103;

/** What follows the name of the lock in that of a socket, which ends with `.new` until it answers. */
const socketEnd = /^\.[\da-f]{16}(?:\.new)?$/;

/**
 * Does something with a file of the program's own while no other program does that.
 * @throws what `use` throws, an error of the system, or one that says why there is no lock
 */
export const locked = async <Result>(path: string, use: () => Promise<Result>): Promise<Result> => {
	await makeOwnFolder(dirname(path));
	const unlock = await lock(`${path}.lock`, longestHeld);
	if (unlock === undefined) {
		throw new Error('another program has locked it');
	}
	try {
		return await use();
	} finally {
		await unlock();
	}
};

/**
 * Takes a lock for this process, until it ends, however that is. Undefined when others don't give it free.
 * @param path - what the paths of its sockets begin with, in a folder that is there
 * @param patience - how long others are waited for, milliseconds
 * @throws an error of the system, or one that says that the path is too long
 */
export const lock = async (path: string, patience: number): Promise<Unlock | undefined> => {
	const end = performance.now() + patience;
	if (process.platform === 'win32') {
		return lockPipe(path, end);
	}
	const [folder, name] = [dirname(path), basename(path)];
	const near = await nearFolder(folder, name.length + 1 + randomName().length + '.new'.length);
	const own = await openSocket(near.path, name);
	const leave = async (): Promise<void> => {
		own.close();
		await unlink(join(folder, own.name)).catch(() => {});
		await near.close();
	};
	const asked = async (other: string, isEnough: (ticket: number) => boolean): Promise<number | undefined> => {
		const ticket = await ask(join(near.path, other), isEnough, end);
		if (ticket === 'dead') {
			await removeDead(join(folder, other));
		}
		return ticket === 'dead' ? 0 : ticket;
	};
	const comesFirst = async (): Promise<boolean> => {
		const tickets = await Promise.all((await socketsOf(folder, name)).map(one => asked(one, () => true)));
		const known = tickets.filter(ticket => ticket !== undefined);
		if (known.length < tickets.length) {
			return false;
		}
		const ticket = 1 + Math.max(0, ...known);
		own.tell(ticket);
		// Who isn't there yet will be told this one, and takes a later one.
		for (const other of await socketsOf(folder, name)) {
			const isAfter = (theirs: number): boolean =>
				theirs > ticket || (theirs === ticket && other >= own.name);
			if ((await asked(other, isAfter)) === undefined) {
				return false;
			}
		}
		return true;
	};
	let isHeld = false;
	try {
		isHeld = await comesFirst();
	} finally {
		if (!isHeld) {
			await leave();
		}
	}
	return isHeld ? leave : undefined;
};

/** A folder as sockets can be named in it; `rest`: bytes behind its path. */
const nearFolder = async (folder: string, rest: number) => {
	const near = [folder, relative('', folder) || '.'].find(
		path => Buffer.byteLength(path) + 1 + rest <= longestPath,
	);
	if (near !== undefined) {
		return {path: near, async close() {}};
	}
	if (process.platform !== 'linux') {
		throw new Error(`the path ${folder} is too long for a socket`);
	}
	const handle = await open(folder, 'r');
	return {path: `/proc/self/fd/${handle.fd}`, close: () => handle.close()};
};

const socketsOf = async (folder: string, name: string): Promise<readonly string[]> =>
	(await readdir(folder)).filter(
		// Version 1.0.0 has used the name itself.
		other => other === name || (other.startsWith(name) && socketEnd.test(other.slice(name.length))),
	);

/** Makes a socket that tells a ticket, 0 to begin with, to all that are connected. It doesn't keep the process alive. */
const answering = () => {
	let ticket = 0;
	const asking = new Set<Socket>();
	const server = createServer(socket => {
		asking.add(socket);
		socket.on('error', () => {}).once('close', () => asking.delete(socket));
		socket.unref().resume().write(`${ticket}\n`);
	});
	return {
		listen: (path: string) =>
			new Promise<void>((done, failed) => {
				server.once('error', failed).listen(path, () => {
					server.off('error', failed).unref();
					done();
				});
			}),
		tell(own: number) {
			ticket = own;
			for (const socket of asking) {
				socket.write(`${ticket}\n`);
			}
		},
		close() {
			server.close();
			for (const socket of asking) {
				socket.destroy();
			}
		},
	};
};

const openSocket = async (folder: string, lockName: string) => {
	for (;;) {
		const name = `${lockName}.${randomName()}`;
		const own = answering();
		try {
			// It refuses before it listens: somebody may take it for a dead one, and remove it.
			await own.listen(join(folder, `${name}.new`));
			await rename(join(folder, `${name}.new`), join(folder, name));
			return {...own, name};
		} catch (error) {
			own.close();
			if (!isMissing(error)) {
				throw error;
			}
		}
	}
};

/**
 * The first ticket of a socket that is enough, 0 when it is closed before it tells one; `dead`: no process has it.
 * Undefined when it doesn't answer until `end`, or not to this user.
 */
const ask = async (
	path: string,
	isEnough: (ticket: number) => boolean,
	end: number,
): Promise<number | 'dead' | undefined> => {
	const socket = connect(path);
	const timer = setTimeout(() => socket.destroy(new Error('too late')), Math.max(0, end - performance.now()));
	let text = '';
	const answer = await new Promise<number | 'dead' | undefined>(done => {
		socket.setEncoding('latin1').on('data', (piece: string) => {
			text += piece;
			const ticket = Number(text.trimEnd().split('\n').at(-1));
			if (text.endsWith('\n') && isEnough(ticket)) {
				done(ticket);
			}
		});
		socket.on('error', error => {
			const code = errnoCode(error) ?? '';
			const isDead = ['ECONNREFUSED', 'ENOTSOCK'].includes(code);
			done(isDead ? 'dead' : isMissing(error) || ['ECONNRESET', 'EPIPE'].includes(code) ? 0 : undefined);
		});
		// Version 1.0.0 tells a name, without an end of line, and closes: it has the lock.
		socket.once('close', () => done(text === '' || text.endsWith('\n') ? 0 : undefined));
	});
	clearTimeout(timer);
	socket.destroy();
	return answer;
};

/** Removes what a killed process has left: its socket, or the empty file that was the lock of version 1.0.0. */
const removeDead = async (path: string): Promise<void> => {
	const stats = await lstat(path).catch(() => null);
	if (stats?.isSocket() || (stats?.isFile() && stats.size === 0)) {
		await unlink(path).catch(() => {});
	}
};

/** The same on Windows, where a pipe is gone with its process, and its name is the lock. */
const lockPipe = async (path: string, end: number): Promise<Unlock | undefined> => {
	const pipe = `\\\\.\\pipe\\reqscope ${resolve(path).replaceAll('\\', '/').slice(-200)}`;
	for (;;) {
		const own = answering();
		try {
			await own.listen(pipe);
			return async () => own.close();
		} catch (error) {
			if (errnoCode(error) !== 'EADDRINUSE') {
				throw error;
			}
		}
		if ((await ask(pipe, () => false, end)) === undefined) {
			return undefined;
		}
	}
};
