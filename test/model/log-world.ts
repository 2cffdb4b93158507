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

/** What is at the path that is followed: the log, a link to it, or a link over a linked directory, as Kubernetes does. */
export type Kind = 'plain' | 'link' | 'double link';

/** A file while it is written to, and what is in it. */
type ModelFile = {
	readonly descriptor: number;
	/** The path at which it was made. */
	readonly place: string;
	/** When it could first be found at the path that is followed. */
	readonly bornAt: number;
	/** Numbers of the lines whose bytes it holds. */
	lines: number[];
	/** Since when there has been something in it. */
	filledAt: number;
	/** The rest of a line that is only half written. */
	rest: {readonly text: string; readonly line: number} | undefined;
	/** When another took its place, or it was deleted, by `performance.now()`: it isn't held for longer on a busy machine. */
	leftAt: number | undefined;
	/** False: it was at the path for so short a time that nobody need have seen it. */
	isSure: boolean;
};

type Line = {
	readonly writtenAt: number;
	/** When its bytes were taken out of the file, if they were. */
	lostAt: number | undefined;
	/** False: its file may have gone before anyone had a chance to see it. */
	isSure: boolean;
};

/** Whoever is readable for so long must have been read, milliseconds. */
const readableTime = 1000;

/** A file that was renamed is still written to for less than that, milliseconds: less than it is held. */
const lateTime = 3000;

/** How many rotated files are kept. */
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
 * A log and everything that is done to one, at random but the same for the same seed: it is written, rotated in every
 * way, deleted, and its link turned. Knows of each line whether a follower must have shown it.
 */
export class LogWorld {
	readonly path: string;
	readonly #random: Random;
	readonly #now: () => number;
	readonly #directory: string;
	readonly #kind: Kind;
	readonly #dated: boolean;
	/** Whether what was rotated is compressed at once. */
	readonly #compresses: boolean;
	readonly #lines: Line[] = [];
	/** Those that were left, and are still written to. */
	readonly #old: ModelFile[] = [];
	readonly #all: ModelFile[] = [];
	#current: ModelFile;
	/** The path of the log itself. */
	#place: string;
	/** Since when the link leads there. */
	#placedAt = 0;
	#isAway = false;
	#versions = 0;
	#rotations = 0;

	/** @param now Milliseconds of a clock that stands while nobody can read. */
	constructor(random: Random, directory: string, now: () => number, compresses = false) {
		this.#random = random;
		this.#compresses = compresses;
		this.#now = now;
		this.#directory = join(directory, 'logs');
		mkdirSync(this.#directory);
		this.#kind = (['plain', 'plain', 'link', 'double link'] as const)[random.below(4)] ?? 'plain';
		this.#dated = random.below(2) === 0;
		this.path = join(this.#directory, 'access.log');
		this.#place = this.path;
		if (this.#kind !== 'plain') {
			this.#retarget();
		}
		this.#current = this.#create();
	}

	/** What the seed has made of it, for messages. */
	get description(): string {
		const compressed = this.#compresses ? ' and compressed' : '';
		return `${this.#kind}, rotated files ${this.#dated ? 'with dates' : 'numbered'}${compressed}`;
	}

	/** The lines that must have been shown; of the others, none twice. */
	get must(): number[] {
		return [...this.#lines.keys()].filter(number => {
			const line = this.#lines[number];
			const {lostAt = Number.POSITIVE_INFINITY, writtenAt = 0} = line ?? {};
			return lostAt - writtenAt >= readableTime && line?.isSure;
		});
	}

	/** Lines that were truncated away so soon that they may be missing. */
	get endangered(): number[] {
		return [...this.#lines.keys()].filter(number => {
			const {lostAt = Number.POSITIVE_INFINITY, writtenAt = 0, isSure} = this.#lines[number] ?? {};
			return isSure && lostAt - writtenAt < readableTime;
		});
	}

	/** Whether a line was taken out of its file. */
	isTruncated(number: number): boolean {
		return this.#lines[number]?.lostAt !== undefined;
	}

	/** How many lines were written. */
	get lines(): number {
		return this.#lines.length;
	}

	/** Does one thing; resolves with how long to wait then, milliseconds, or nothing: not even a turn. */
	step(): {readonly step: Step; readonly wait: number | undefined} {
		const step = this.#random.weighted(weights);
		return {step, wait: this.#do(step)};
	}

	/** Completes what is half written, and closes everything. */
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
		// A file that was deleted is read for some seconds more, but not for as long as a busy machine may take.
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
					this.#doubtPlace();
					this.#retarget();
					this.#current = this.#create();
				}
				return;
			case 'move away and back':
				renameSync(this.#place, `${this.#place}-moved`);
				this.#write(this.#current, 1);
				renameSync(`${this.#place}-moved`, this.#place);
				return;
			case 'touch and chmod':
				utimesSync(this.#place, new Date(), new Date());
				chmodSync(this.#place, 0o644);
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
			this.#lines[line] = {
				writtenAt: this.#now(),
				lostAt: before?.lostAt,
				isSure: before?.isSure ?? true,
			};
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
		const numbered = (number: number): string => `${this.#place}.${number}${this.#compresses ? '.gz' : ''}`;
		if (this.#dated) {
			return `${this.#place}-20261120${`${this.#rotations++}`.padStart(6, '0')}`;
		}
		let last = 1;
		while (existsSync(numbered(last)) && last < kept) {
			last++;
		}
		for (let number = last; number > 1; number--) {
			renameSync(numbered(number - 1), numbered(number));
		}
		return `${this.#place}.1`;
	}

	#rotate(): void {
		const path = this.#rotatedPath();
		renameSync(this.#place, path);
		if (this.#compresses) {
			this.#compress(path);
			if (this.#now() - this.#current.bornAt < readableTime) {
				// Only what it holds by now is found for sure.
				this.#current.isSure = false;
				this.#doubtLine(this.#current.rest?.line ?? -1);
			}
		}
		this.#leave(false);
	}

	#copyAndTruncate(): void {
		const path = this.#rotatedPath();
		copyFileSync(this.#place, path);
		this.#truncate();
		if (this.#compresses) {
			this.#compress(path);
		}
	}

	/** As gzip does: the time at which it was written is kept, and the plain file goes. */
	#compress(path: string): void {
		const {atimeMs, mtimeMs} = statSync(path);
		writeFileSync(`${path}.gz`, gzipSync(readFileSync(path)));
		utimesSync(`${path}.gz`, atimeMs / 1000, mtimeMs / 1000);
		unlinkSync(path);
	}

	/** The current file isn't at the path any more; `isFinal`: it can't be found by its name either. */
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

	/** It may have gone before anyone saw it. */
	#doubt(file: ModelFile): void {
		file.isSure = false;
		for (const number of file.lines) {
			this.#doubtLine(number);
		}
	}

	/** Where the link led for a moment only, nobody need have looked, not even for rotated files. */
	#doubtPlace(): void {
		if (this.#now() - this.#placedAt < readableTime) {
			for (const file of this.#all.filter(({place}) => place === this.#place)) {
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
				// Of what nobody need have seen, or only empty, nobody can know that it was truncated.
				line.isSure &&= now - file.filledAt >= readableTime;
			}
		}
		file.lines = [];
	}

	#delete(): void {
		unlinkSync(this.#place);
		this.#leave(true);
	}

	#replace(): void {
		this.#current = this.#create();
	}

	/** After a while without a file at the path. */
	#comeBack(): void {
		this.#isAway = false;
		mkdirSync(this.#directory, {recursive: true});
		if (this.#kind === 'double link') {
			mkdirSync(dirname(this.#place), {recursive: true});
		}
		this.#replace();
	}

	#create(): ModelFile {
		writeFileSync(this.#place, '');
		const file: ModelFile = {
			descriptor: openSync(this.#place, 'a'),
			place: this.#place,
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

	/** Turns the link to a place where nothing has been yet. */
	#retarget(): void {
		const version = ++this.#versions;
		this.#placedAt = this.#now();
		if (this.#kind === 'link') {
			this.#place = join(this.#directory, `target-${version}`);
			this.#link(this.#place, this.path);
			return;
		}
		const data = join(this.#directory, '..data');
		const directory = join(this.#directory, `..version-${version}`);
		mkdirSync(directory);
		this.#place = join(directory, 'access.log');
		writeFileSync(this.#place, '');
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
