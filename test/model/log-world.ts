import {
	chmodSync,
	closeSync,
	copyFileSync,
	existsSync,
	ftruncateSync,
	mkdirSync,
	openSync,
	readFileSync,
	renameSync,
	rmSync,
	statSync,
	symlinkSync,
	unlinkSync,
	utimesSync,
	writeFileSync,
	writeSync,
} from 'node:fs';
import {dirname, join} from 'node:path';
import {gzipSync} from 'node:zlib';
import {logLine, logStart} from '../helpers/log-lines.js';
import type {Random} from './random.js';

/** Type of the followed path: the log itself, a link to it, or a link through a linked directory, as in Kubernetes. */
export type Kind = 'plain' | 'link' | 'double link';

/** A file that is still open for writing, and its content. */
type ModelFile = {
	readonly descriptor: number;
	/** Path at which the file was created. */
	readonly logPath: string;
	/** Time at which the file appeared at the followed path. */
	readonly bornAt: number;
	/** Numbers of the lines in the file. */
	lines: number[];
	/** Time at which the file stopped being empty. */
	filledAt: number;
	/** The rest of a half-written line. */
	rest: {readonly text: string; readonly line: number} | undefined;
	/**
	 * Time at which the file was replaced or deleted. Uses `performance.now()`, because the program doesn't keep a file open for
	 * longer on a busy machine.
	 */
	leftAt: number | undefined;
	/** False if the file was at the path too briefly: a follower may miss it. */
	isSure: boolean;
};

type Line = {
	readonly writtenAt: number;
	/** Time at which the line was removed by a truncation, if any. */
	lostAt: number | undefined;
	/** False if the file of the line may have disappeared before a follower could read it. */
	isSure: boolean;
};

/** A follower must have read data that was readable for this time, in ms. */
const readableTime = 1000;

/** Maximum time during which a renamed file is still written to, in ms. The program keeps such a file open for longer. */
const lateTime = 3000;

/** Number of rotated files to keep. */
const kept = 400;

const weights = {
	write: 36,
	half: 5,
	complete: 6,
	late: 9,
	rename: 7,
	'rename, and create later': 3,
	copytruncate: 4,
	truncate: 3,
	'delete and recreate': 4,
	'delete, and recreate later': 2,
	retarget: 4,
	'move away and back': 2,
	'touch and chmod': 2,
	'remove the directory': 1,
	yield: 8,
	pause: 8,
	'long pause': 1.5,
} as const;

export type Step = keyof typeof weights;

/**
 * A log with random operations, reproducible by seed: writes, all kinds of rotation, deletion, and changes of the link target.
 * Knows for each line whether a follower must have shown it.
 */
export class LogWorld {
	readonly path: string;
	readonly #random: Random;
	readonly #now: () => number;
	readonly #directory: string;
	readonly #kind: Kind;
	readonly #dated: boolean;
	/** True if rotated files are compressed at once. */
	readonly #compresses: boolean;
	readonly #lines: Line[] = [];
	/** Files that are no longer at the path but still written to. */
	readonly #old: ModelFile[] = [];
	readonly #all: ModelFile[] = [];
	#current: ModelFile;
	/** Path of the log itself, with all links resolved. */
	#logPath: string;
	/** Time at which the link was changed to this path. */
	#pathSince = 0;
	#isAway = false;
	#versions = 0;
	#rotations = 0;

	/** @param now Returns the time of a clock that stops while the process can't read, in ms. */
	constructor(random: Random, directory: string, now: () => number, compresses = false) {
		this.#random = random;
		this.#compresses = compresses;
		this.#now = now;
		this.#directory = join(directory, 'logs');
		mkdirSync(this.#directory);
		this.#kind = (['plain', 'plain', 'link', 'double link'] as const)[random.below(4)] ?? 'plain';
		this.#dated = random.below(2) === 0;
		this.path = join(this.#directory, 'access.log');
		this.#logPath = this.path;
		if (this.#kind !== 'plain') {
			this.#retarget();
		}
		this.#current = this.#create();
	}

	/** Describes the properties chosen by the seed, for messages. */
	get description(): string {
		const compressed = this.#compresses ? ' and compressed' : '';
		return `${this.#kind}, rotated files ${this.#dated ? 'with dates' : 'numbered'}${compressed}`;
	}

	/** Numbers of the lines that a follower must have shown. It may show the other lines, too, but no line twice. */
	get must(): number[] {
		return [...this.#lines.keys()].filter(number => {
			const line = this.#lines[number];
			const {lostAt = Number.POSITIVE_INFINITY, writtenAt = 0} = line ?? {};
			return lostAt - writtenAt >= readableTime && line?.isSure;
		});
	}

	/** Numbers of the lines that may be missing because they were truncated too soon. */
	get endangered(): number[] {
		return [...this.#lines.keys()].filter(number => {
			const {lostAt = Number.POSITIVE_INFINITY, writtenAt = 0, isSure} = this.#lines[number] ?? {};
			return isSure && lostAt - writtenAt < readableTime;
		});
	}

	/** True if a truncation removed the line. */
	isTruncated(number: number): boolean {
		return this.#lines[number]?.lostAt !== undefined;
	}

	/** Number of lines written. */
	get lines(): number {
		return this.#lines.length;
	}

	/**
	 * Performs a random step. Returns the time to wait afterwards in ms; undefined means to continue in the same turn of the event
	 * loop.
	 */
	step(): {readonly step: Step; readonly wait: number | undefined} {
		const step = this.#random.weighted(weights);
		return {step, wait: this.#do(step)};
	}

	/** Completes half-written lines and closes all files. */
	end(): void {
		if (this.#isAway) {
			this.#comeBack();
		}
		this.#complete(this.#current);
		for (const file of this.#old) {
			this.#completeOrLose(file);
		}
		for (const {descriptor} of new Set([this.#current, ...this.#old])) {
			closeSync(descriptor);
		}
	}

	#do(step: Step): number | undefined {
		// The program reads a deleted file for a few more seconds. On a busy machine, the next step may be later than that.
		const isLate = performance.now() - (this.#current.leftAt ?? Number.POSITIVE_INFINITY) > lateTime;
		if (this.#isAway && (isLate || !['write', 'late', 'yield', 'pause', 'long pause'].includes(step))) {
			this.#comeBack();
			return;
		}
		switch (step) {
			case 'write':
				this.#write(this.#current, 1 + this.#random.below(20));
				return;
			case 'half':
				this.#writeHalf(this.#current);
				return;
			case 'complete':
				this.#complete(this.#current);
				return;
			case 'late':
				this.#writeLate();
				return;
			case 'rename':
				this.#rotate();
				this.#replace();
				return;
			case 'rename, and create later':
				this.#rotate();
				this.#isAway = true;
				return;
			case 'copytruncate':
				this.#copyAndTruncate();
				return;
			case 'truncate':
				this.#truncate();
				return;
			case 'delete and recreate':
				this.#delete();
				this.#replace();
				return;
			case 'delete, and recreate later':
				this.#delete();
				this.#isAway = true;
				return;
			case 'retarget':
				if (this.#kind !== 'plain') {
					this.#leave(true);
					this.#doubtPath();
					this.#retarget();
					this.#current = this.#create();
				}
				return;
			case 'move away and back':
				renameSync(this.#logPath, `${this.#logPath}-moved`);
				this.#write(this.#current, 1);
				renameSync(`${this.#logPath}-moved`, this.#logPath);
				return;
			case 'touch and chmod':
				utimesSync(this.#logPath, new Date(), new Date());
				chmodSync(this.#logPath, 0o644);
				return;
			case 'remove the directory':
				if (this.#kind === 'plain') {
					this.#delete();
					rmSync(this.#directory, {recursive: true});
					for (const file of this.#all.filter(({bornAt}) => this.#now() - bornAt < readableTime)) {
						this.#doubt(file);
					}
					this.#isAway = true;
				}
				return;
			case 'yield':
				return 0;
			case 'pause':
				return this.#random.below(30);
			case 'long pause':
				return 1000 + this.#random.below(500);
		}
	}

	#newLine(file: ModelFile): {readonly number: number; readonly text: string} {
		const number = this.#lines.length;
		this.#lines.push({writtenAt: this.#now(), lostAt: undefined, isSure: file.isSure});
		file.filledAt = file.lines.length === 0 ? this.#now() : file.filledAt;
		file.lines.push(number);
		const request = {
			time: logStart + number,
			url: `/id/${number}`,
			userAgent: 'x'.repeat(this.#random.below(60)),
		};
		return {number, text: logLine(request)};
	}

	#write(file: ModelFile, count: number): void {
		this.#complete(file);
		const lines = Array.from({length: count}, () => this.#newLine(file).text);
		writeSync(file.descriptor, lines.join(''));
	}

	#writeHalf(file: ModelFile): void {
		this.#complete(file);
		const {number, text} = this.#newLine(file);
		const half = 1 + this.#random.below(text.length - 1);
		writeSync(file.descriptor, text.slice(0, half));
		file.rest = {text: text.slice(half), line: number};
	}

	#complete(file: ModelFile): void {
		if (file.rest !== undefined) {
			const {text, line} = file.rest;
			file.rest = undefined;
			writeSync(file.descriptor, text);
			const before = this.#lines[line];
			this.#lines[line] = {writtenAt: this.#now(), lostAt: before?.lostAt, isSure: before?.isSure ?? true};
		}
	}

	#writeLate(): void {
		const now = performance.now();
		const late = this.#old.filter(({leftAt = 0}) => now - leftAt < lateTime);
		const file = late[this.#random.below(late.length)];
		if (file !== undefined) {
			this.#write(file, 1 + this.#random.below(3));
		}
	}

	#rotatedPath(): string {
		const numbered = (number: number): string => `${this.#logPath}.${number}${this.#compresses ? '.gz' : ''}`;
		if (this.#dated) {
			return `${this.#logPath}-20261120${`${this.#rotations++}`.padStart(6, '0')}`;
		}
		let last = 1;
		while (existsSync(numbered(last)) && last < kept) {
			last++;
		}
		for (let number = last; number > 1; number--) {
			renameSync(numbered(number - 1), numbered(number));
		}
		return `${this.#logPath}.1`;
	}

	#rotate(): void {
		const path = this.#rotatedPath();
		renameSync(this.#logPath, path);
		if (this.#compresses) {
			this.#compress(path);
			if (this.#now() - this.#current.bornAt < readableTime) {
				// A follower is sure to find only the compressed content, not lines written later.
				this.#current.isSure = false;
				this.#doubtLine(this.#current.rest?.line ?? -1);
			}
		}
		this.#leave(false);
	}

	#copyAndTruncate(): void {
		const path = this.#rotatedPath();
		copyFileSync(this.#logPath, path);
		this.#truncate();
		if (this.#compresses) {
			this.#compress(path);
		}
	}

	/** Compresses a file like gzip: keeps its modification time and removes the original. */
	#compress(path: string): void {
		const {atimeMs, mtimeMs} = statSync(path);
		writeFileSync(`${path}.gz`, gzipSync(readFileSync(path)));
		utimesSync(`${path}.gz`, atimeMs / 1000, mtimeMs / 1000);
		unlinkSync(path);
	}

	/** Records that the current file has left the path. With `isFinal`, a follower can't find it under a different name either. */
	#leave(isFinal: boolean): void {
		const file = this.#current;
		const now = performance.now();
		file.leftAt = now;
		if (isFinal && this.#now() - file.bornAt < readableTime) {
			this.#doubt(file);
		}
		if (!this.#old.includes(file)) {
			this.#old.push(file);
		}
		for (const old of this.#old.filter(({leftAt = 0}) => now - leftAt > lateTime)) {
			this.#completeOrLose(old);
			closeSync(old.descriptor);
			this.#old.splice(this.#old.indexOf(old), 1);
		}
	}

	/** Marks a file that may have disappeared before a follower could read it. */
	#doubt(file: ModelFile): void {
		file.isSure = false;
		for (const number of file.lines) {
			this.#doubtLine(number);
		}
	}

	/**
	 * Marks all files in a directory that the link pointed to only briefly. A follower may not have checked it, not even for
	 * rotated files.
	 */
	#doubtPath(): void {
		if (this.#now() - this.#pathSince < readableTime) {
			for (const file of this.#all.filter(({logPath}) => logPath === this.#logPath)) {
				this.#doubt(file);
			}
		}
	}

	#doubtLine(number: number): void {
		const line = this.#lines[number];
		if (line !== undefined) {
			line.isSure = false;
		}
	}

	#completeOrLose(file: ModelFile): void {
		if (performance.now() - (file.leftAt ?? 0) < lateTime) {
			this.#complete(file);
		} else if (file.rest !== undefined) {
			this.#doubtLine(file.rest.line);
			file.rest = undefined;
		}
	}

	#truncate(): void {
		const file = this.#current;
		if (file.rest !== undefined) {
			this.#doubtLine(file.rest.line);
			file.rest = undefined;
		}
		ftruncateSync(file.descriptor);
		const now = this.#now();
		for (const number of file.lines) {
			const line = this.#lines[number];
			if (line !== undefined) {
				line.lostAt = now;
				// A follower that has never seen the file, or only seen it empty, can't detect the truncation.
				line.isSure &&= now - file.filledAt >= readableTime;
			}
		}
		file.lines = [];
	}

	#delete(): void {
		unlinkSync(this.#logPath);
		this.#leave(true);
	}

	#replace(): void {
		this.#current = this.#create();
	}

	/** Creates the file again after a time without a file at the path. */
	#comeBack(): void {
		this.#isAway = false;
		mkdirSync(this.#directory, {recursive: true});
		if (this.#kind === 'double link') {
			mkdirSync(dirname(this.#logPath), {recursive: true});
		}
		this.#replace();
	}

	#create(): ModelFile {
		writeFileSync(this.#logPath, '');
		const file: ModelFile = {
			descriptor: openSync(this.#logPath, 'a'),
			logPath: this.#logPath,
			bornAt: this.#now(),
			lines: [],
			filledAt: Number.POSITIVE_INFINITY,
			rest: undefined,
			leftAt: undefined,
			isSure: true,
		};
		this.#all.push(file);
		return file;
	}

	/** Changes the link to a new, unused target. */
	#retarget(): void {
		const version = ++this.#versions;
		this.#pathSince = this.#now();
		if (this.#kind === 'link') {
			this.#logPath = join(this.#directory, `target-${version}`);
			this.#link(this.#logPath, this.path);
			return;
		}
		const data = join(this.#directory, '..data');
		const directory = join(this.#directory, `..version-${version}`);
		mkdirSync(directory);
		this.#logPath = join(directory, 'access.log');
		writeFileSync(this.#logPath, '');
		if (version === 1) {
			symlinkSync('..data/access.log', this.path);
		}
		this.#link(directory, data);
	}

	#link(target: string, path: string): void {
		writeFileSync(target.endsWith('.log') || this.#kind === 'link' ? target : join(target, 'access.log'), '');
		symlinkSync(target, `${path}.new`);
		renameSync(`${path}.new`, path);
	}
}
