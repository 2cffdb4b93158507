import {lstat, open, readdir, rename, unlink} from 'node:fs/promises';
import {connect, createServer, type Server, type Socket} from 'node:net';
import {basename, dirname, join, relative, resolve} from 'node:path';
import {setTimeout as wait} from 'node:timers/promises';
import {errnoCode, isMissing} from '../tail/files/errno-words.js';
import {makeUserFolder, randomName} from './user-folder.js';

// A process that wants a lock creates a listening socket in the directory, then lists the directory, and has the lock if the
// directory has no other live socket. The second of two processes always sees the first, so two never have the lock. A socket
// accepts connections while its process lives, also from a different container, and refuses them after the process was killed. A
// file that contains a process id and is touched each second was tried: `ship` is process 1 in every container, so after a kill
// the next one was refused, and after a pause of 10 s two had the lock. A fixed name would not work: between finding it dead and
// removing it, a third process may have created it again. Names are unique, so any process may remove a dead socket at any time.

/** Releases a lock. */
export type Unlock = () => Promise<void>;

/**
 * Maximum time that a process has a lock, in ms. Reading and writing a file takes a few ms: a process that has the lock longer
 * was suspended.
 */
const maxHeldTime = 10_000;

/** Maximum length of a socket's path, in bytes: the limit of macOS; Linux has 107. */
const maxPathLength = 103;

/** Maximum pause between attempts to take the lock, in ms. */
const maxPause = 20;

/** End of the name of a socket, after the name of the lock. `.new` means that it doesn't accept connections yet. */
const socketEnd = /^\.[\da-f]{16}(?:\.new)?$/;

/**
 * Runs `use` on a file of the program while no other process does.
 * @param patience - time to wait for other processes, in ms
 * @throws errors of `use`, a system error, or an error that explains why there is no lock
 */
export async function locked<Result>(
	path: string,
	use: () => Promise<Result>,
	patience = maxHeldTime,
): Promise<Result> {
	await makeUserFolder(dirname(path));
	const unlock = await lock(`${path}.lock`, patience);
	if (unlock === undefined) {
		throw new Error(
			`another reqscope has locked it for ${patience / 1000} s: resume that program if it is suspended, or end it`,
		);
	}
	try {
		return await use();
	} finally {
		await unlock();
	}
}

/**
 * Takes a lock for this process, until it ends in any way. Undefined if other processes don't release it.
 * @param path - prefix of the paths of its sockets, in an existing directory
 * @param patience - time to wait for other processes, in ms
 * @throws a system error, or an error that the path is too long
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
 * Connections to other processes' sockets by name. They close when the process ends. A suspended process accepts none, and macOS
 * refuses further connections if too many are pending, as if it were dead. So each waiting process opens only one.
 */
type Reached = Map<string, Socket>;

/** Waits for a random time, so that processes retry at different times. */
function pause(): Promise<void> {
	return wait(Math.random() * maxPause);
}

/** Takes the lock if it is free. If several processes try at once, the one whose socket has the first name gets it. */
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

/**
 * Returns a path of a directory that is short enough for sockets.
 * @param rest - bytes that follow the path
 */
async function nearFolder(folder: string, rest: number) {
	const near = [folder, relative('', folder) || '.'].find(
		path => Buffer.byteLength(path) + 1 + rest <= maxPathLength,
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
		// Version 1.0.0 used the name itself.
		other => other === name || (other.startsWith(name) && socketEnd.test(other.slice(name.length))),
	);
}

/** Creates a socket that accepts connections. It doesn't keep the process alive. */
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
			// A socket refuses connections before it listens: a different process may treat it as dead, and remove it.
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

/** Checks whether a process has the socket of that name. Removes the socket of a killed process. */
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
	// If the connection fails for a different reason, such as permissions, the socket may be alive.
	return code !== 'ENOENT';
}

/** Removes the socket of a killed process, or the empty file that was the lock of version 1.0.0. */
async function removeDead(path: string): Promise<void> {
	const stats = await lstat(path).catch(() => null);
	if (stats?.isSocket() || (stats?.isFile() && stats.size === 0)) {
		await unlink(path).catch(() => {});
	}
}

/** The same on Windows, where a pipe ends with its process, and its name is the lock. */
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
