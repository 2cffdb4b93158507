import {randomUUID} from 'node:crypto';
import {lstat, rename, unlink} from 'node:fs/promises';
import {connect, createServer, type Server} from 'node:net';
import {join, relative} from 'node:path';
import {setTimeout as pause} from 'node:timers/promises';
import {errnoCode, errnoWords, isMissing} from '../../bytes/files/errno-words.js';
import {Failure} from '../../failure.js';

/** The longest name of a socket, bytes: that of macOS; Linux has 107. */
const longestName = 103;

/** How long after taking a lock it is looked whether somebody else has taken it at the same moment, milliseconds. */
const settleTime = 50;

/**
 * Takes a folder for this process alone, until it ends, however that is: a socket in it answers as long as the process
 * lives, also to one in another container, for which its number would mean nothing.
 *
 * @returns what gives it free again
 * @throws Failure when another process has it
 */
export const lockFolder = async (folder: string): Promise<() => Promise<void>> => {
	const path = join(folder, 'lock');
	const short = shortName(path);
	const id = randomUUID();
	let server = await listen(short, id);
	if (server === undefined) {
		if ((await ask(short)) !== undefined) {
			throw inUse(folder);
		}
		await removeStale(path, folder);
		server = await listen(short, id);
	}
	await pause(settleTime);
	if (server === undefined || (await ask(short)) !== id) {
		server?.close();
		throw inUse(folder);
	}
	return async () => {
		await new Promise(resolve => server.close(resolve));
		await unlink(path).catch(() => {});
	};
};

const inUse = (folder: string): Failure =>
	new Failure(
		`another reqscope ship is using the checkpoint in ${folder}: end it, or give this one a folder of its own with --checkpoint`,
	);

const shortName = (path: string): string => {
	const short = [path, relative('', path)].find(name => Buffer.byteLength(name) <= longestName);
	if (short === undefined) {
		throw new Failure(`the path of the folder for the checkpoint is too long: ${path}; give a shorter one`);
	}
	return short;
};

/** Undefined when the name is taken, by a process or by what one that was killed has left. */
const listen = async (path: string, id: string): Promise<Server | undefined> =>
	new Promise((resolve, reject) => {
		const server = createServer(socket => {
			socket.on('error', () => {});
			socket.end(id);
		});
		server.once('error', error => {
			if (errnoCode(error) === 'EADDRINUSE') {
				resolve(undefined);
			} else {
				reject(new Failure(`${path} can't be made: ${errnoWords(error)}`, {cause: error}));
			}
		});
		server.listen(path, () => {
			// It says that the process lives, and doesn't keep it alive.
			server.unref();
			resolve(server);
		});
	});

/** Who answers; undefined when nobody does. */
const ask = async (path: string): Promise<string | undefined> =>
	new Promise(resolve => {
		let answer = '';
		const socket = connect(path);
		socket.setEncoding('utf8').on('data', text => {
			answer += text;
		});
		socket.once('error', error =>
			resolve(isMissing(error) || errnoCode(error) === 'ECONNREFUSED' ? undefined : ''),
		);
		socket.once('end', () => resolve(answer));
	});

/** Takes what a killed process has left out of the way; puts it back if it is that of a living one by now. */
const removeStale = async (path: string, folder: string): Promise<void> => {
	const aside = join(folder, `lock.${process.pid}`);
	try {
		const before = await lstat(path, {bigint: true});
		if (!before.isSocket()) {
			throw new Failure(`${path} is in the way, which should be a socket: move it away`);
		}
		await rename(path, aside);
		const {ino} = await lstat(aside, {bigint: true});
		if (ino === before.ino) {
			await unlink(aside);
			return;
		}
		await rename(aside, path);
	} catch (error) {
		if (!isMissing(error)) {
			throw error;
		}
	}
};
