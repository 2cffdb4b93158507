import {lstat, open, readdir, rename, unlink} from 'node:fs/promises';
import {connect, createServer, type Server, type Socket} from 'node:net';
import {basename, dirname, join, relative, resolve} from 'node:path';
import {setTimeout as wait} from 'node:timers/promises';
import {errnoCode, isMissing} from '../tail/files/errno-words.js';
import {makeUserFolder, randomName} from './user-folder.js';

// Whoever wants a lock puts a listening socket of its own into the folder, looks at the folder after that, and has the
// lock if no other living socket is there. Of two, the one that came second sees the first, so never do two have it.
// A socket can be connected to as long as its process lives, also from another container, and refuses once that was
// killed: no process ids, which containers have each of their own, no times after which a lock is said to be stale.
// A single name for all would not do: between finding it dead and removing it, another process may have made it anew.
// As no name comes twice, whoever finds a dead socket can remove it at any time.

/** Gives a lock free again. */
export type Unlock = () => Promise<void>;

/** A file is read and written in a few milliseconds: who holds it for so long, milliseconds, was stopped. */
const longestHeld = 10_000;

/** The longest path of a socket, bytes: that of macOS; Linux has 107. */
const longestPath = 103;

/** How long a process waits at most before it looks again whether the lock is free, milliseconds. */
const longestPause = 20;

/** What follows the name of the lock in that of a socket, which ends with `.new` until it answers. */
const socketEnd = /^\.[\da-f]{16}(?:\.new)?$/;

/**
 * Does something with a file of the program's own while no other program does that.
 * @param patience - how long others are waited for, milliseconds
 * @throws what `use` throws, an error of the system, or one that says why there is no lock
 */
export async function locked<Result>(
	path: string,
	use: () => Promise<Result>,
	patience = longestHeld,
): Promise<Result> {
	await makeUserFolder(dirname(path));
	const unlock = await lock(`${path}.lock`, patience);
	if (unlock === undefined) {
		throw new Error(
			`another reqscope has had it locked for ${patience / 1000} s: continue that program if it is stopped, or end it`,
		);
	}
	try {
		return await use();
	} finally {
		await unlock();
	}
}

/**
 * Takes a lock for this process, until it ends, however that is. Undefined when others don't give it free.
 * @param path - what the paths of its sockets begin with, in a folder that is there
 * @param patience - how long others are waited for, milliseconds
 * @throws an error of the system, or one that says that the path is too long
 */
export async function lock(path: string, patience: number): Promise<Unlock | undefined> {
	const end = performance.now() + patience;
	const attempt = process.platform === 'win32' ? takePipe : takeSocket;
	const reached: Reached = new Map();
	try {
		for (;;) {
			const unlock = await attempt(path, end, reached);
			if (unlock !== undefined || performance.now() > end) {
				return unlock;
			}
			await pause();
		}
	} finally {
		for (const socket of reached.values()) {
			socket.destroy();
		}
	}
}

/**
 * Connections to the sockets of others, by their names: closed when their process ends. One that is stopped takes none,
 * and the system of macOS refuses further ones when too many wait, as if it were dead: one for each who waits is enough.
 */
type Reached = Map<string, Socket>;

/** Those who wait look at different times. */
function pause(): Promise<void> {
	return wait(Math.random() * longestPause);
}

/** Takes the lock if it is free, and of several that do so at once, the one whose socket has the first name. */
async function takeSocket(path: string, end: number, reached: Reached): Promise<Unlock | undefined> {
	const [folder, name] = [dirname(path), basename(path)];
	const near = await nearFolder(folder, name.length + 1 + randomName().length + '.new'.length);
	let own: {readonly name: string; readonly server: Server} | undefined;
	const leave = async (): Promise<void> => {
		own?.server.close();
		await (own && unlink(join(folder, own.name)).catch(() => {}));
		await near.close();
	};
	const others = async (): Promise<readonly string[]> => {
		const sockets = (await socketsOf(folder, name)).filter(other => other !== own?.name);
		const living = await Promise.all(sockets.map(other => isLiving(near.path, other, reached)));
		return sockets.filter((_, index) => living[index]);
	};
	let isTaken = false;
	try {
		if ((await others()).length === 0) {
			const opened = await openSocket(near.path, name);
			own = opened;
			let rivals = await others();
			while (rivals.length > 0 && rivals.every(rival => rival > opened.name) && performance.now() < end) {
				await pause();
				rivals = await others();
			}
			isTaken = rivals.length === 0;
		}
	} finally {
		if (!isTaken) {
			await leave();
		}
	}
	return isTaken ? leave : undefined;
}

/** A folder as sockets can be named in it; `rest`: bytes behind its path. */
async function nearFolder(folder: string, rest: number) {
	const near = [folder, relative('', folder) || '.'].find(
		path => Buffer.byteLength(path) + 1 + rest <= longestPath,
	);
	if (near !== undefined) {
		return {path: near, async close() {}};
	}
	if (process.platform !== 'linux') {
		throw new Error(
			`the path ${folder} is too long for the socket that locks it: choose a folder with a shorter path`,
		);
	}
	const handle = await open(folder, 'r');
	return {path: `/proc/self/fd/${handle.fd}`, close: () => handle.close()};
}

async function socketsOf(folder: string, name: string): Promise<readonly string[]> {
	return (await readdir(folder)).filter(
		// Version 1.0.0 has used the name itself.
		other => other === name || (other.startsWith(name) && socketEnd.test(other.slice(name.length))),
	);
}

/** Makes a socket that can be connected to. It doesn't keep the process alive. */
async function listen(path: string): Promise<Server> {
	const server = createServer(socket =>
		socket
			.on('error', () => {})
			.unref()
			.resume(),
	);
	await new Promise<void>((done, failed) => {
		server.on('error', failed).listen(path, done);
	});
	return server.unref();
}

async function openSocket(folder: string, lockName: string) {
	for (;;) {
		const name = `${lockName}.${randomName()}`;
		let server: Server | undefined;
		try {
			// It refuses before it listens: somebody may take it for a dead one, and remove it.
			server = await listen(join(folder, `${name}.new`));
			await rename(join(folder, `${name}.new`), join(folder, name));
			return {name, server};
		} catch (error) {
			server?.close();
			if (!isMissing(error)) {
				throw error;
			}
		}
	}
}

/** Whether a process has the socket of that name. What a killed one has left is removed. */
async function isLiving(folder: string, name: string, reached: Reached): Promise<boolean> {
	if (reached.get(name)?.closed === false) {
		return true;
	}
	const path = join(folder, name);
	const socket = connect(path).resume();
	reached.set(name, socket);
	const code = await new Promise<string | undefined>(done => {
		socket.on('connect', () => done(undefined)).on('error', error => done(errnoCode(error) ?? ''));
	});
	socket.unref();
	if (code === 'ECONNREFUSED' || code === 'ENOTSOCK') {
		await removeDead(path);
		return false;
	}
	// One that can't be connected to for another reason, by this user for instance, may live.
	return code !== 'ENOENT';
}

/** Removes what a killed process has left: its socket, or the empty file that was the lock of version 1.0.0. */
async function removeDead(path: string): Promise<void> {
	const stats = await lstat(path).catch(() => null);
	if (stats?.isSocket() || (stats?.isFile() && stats.size === 0)) {
		await unlink(path).catch(() => {});
	}
}

/** The same on Windows, where a pipe is gone with its process, and its name is the lock. */
async function takePipe(path: string): Promise<Unlock | undefined> {
	try {
		const server = await listen(`\\\\.\\pipe\\reqscope ${resolve(path).replaceAll('\\', '/').slice(-200)}`);
		return async () => void server.close();
	} catch (error) {
		if (errnoCode(error) === 'EADDRINUSE') {
			return undefined;
		}
		throw error;
	}
}
