import {type ChildProcess, spawn} from 'node:child_process';
import {once} from 'node:events';
import {mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {waitFor} from '../wait-for.js';
import {type EngineClusters, type EngineUser, engineConfig, engineUsers} from './engine-config.js';
import {engineFolder} from './engine-folder.js';
import {freePorts} from './free-ports.js';

/** How long a start may take, milliseconds: a second and a half on a quiet machine, once more than a minute on a busy one. */
const startTime = 180_000;

const program = fileURLToPath(new URL('engine-process.js', import.meta.url));

export type EngineOptions = {
	readonly users?: readonly EngineUser[];
	readonly clusters?: EngineClusters;
	/**
	 * Whether it is started again when it ends by itself. The library's server, unlike a real one, ends when another
	 * resets a connection to it: where a question to several shards is given up.
	 */
	readonly supervised?: boolean;
	/** HTTP and TCP port; free ones are taken where they aren't given. */
	readonly ports?: readonly [http: number, tcp: number];
};

/** A ClickHouse server of its own, on the loopback address, with a folder of its own. */
export class Engine {
	readonly folder: string;
	readonly httpPort: number;
	readonly tcpPort: number;
	#child: ChildProcess | undefined;
	readonly #supervised: boolean;
	/** Ends with this process, also where a test is ended before its teardown. */
	readonly #endWith = (): void => {
		this.#child?.kill('SIGKILL');
	};

	private constructor(folder: string, httpPort: number, tcpPort: number, supervised: boolean) {
		this.#supervised = supervised;
		this.folder = folder;
		this.httpPort = httpPort;
		this.tcpPort = tcpPort;
		process.once('exit', this.#endWith);
	}

	/** Starts a server. Whoever has it ends it with `remove`. */
	static async start({
		users = [],
		clusters = {},
		ports,
		supervised = false,
	}: EngineOptions = {}): Promise<Engine> {
		const [http = 0, tcp = 0] = ports ?? (await freePorts(2));
		const folder = realpathSync(mkdtempSync(join(tmpdir(), 'reqscope-engine-')));
		mkdirSync(join(folder, 'data'));
		writeFileSync(join(folder, 'users.xml'), engineUsers(users));
		const config = engineConfig(join(folder, 'users.xml'), join(folder, 'engine.log'), clusters);
		writeFileSync(join(folder, 'config.xml'), config);
		const engine = new Engine(folder, http, tcp, supervised);
		await engine.resume();
		return engine;
	}

	/** Where it answers, with what is in this database. */
	address(database: string): string {
		return `clickhouse://127.0.0.1:${this.httpPort}/${database}`;
	}

	/** The number of the process; undefined while there is none. */
	get pid(): number | undefined {
		return this.#child?.pid;
	}

	/** Starts it again over the data that it had. Resolves when it answers. */
	async resume(): Promise<void> {
		const child = spawn(
			process.execPath,
			[
				...[program, engineFolder(), join(this.folder, 'data'), join(this.folder, 'config.xml')],
				...[`${this.httpPort}`, `${this.tcpPort}`],
			],
			{stdio: 'ignore', cwd: this.folder},
		);
		this.#child = child;
		child.once('exit', () => {
			if (this.#supervised && this.#child === child) {
				void this.resume();
			}
		});
		await waitFor(
			async () => {
				if (child.exitCode !== null || child.signalCode !== null) {
					throw new Error(`the engine has ended: ${this.complaints()}`);
				}
				return (await this.run('SELECT 1').catch(() => '')) === '1\n';
			},
			() => `the engine answers: ${this.complaints()}`,
			startTime,
		);
	}

	/** What it wrote to its log. */
	complaints(): string {
		try {
			return readFileSync(join(this.folder, 'engine.log'), 'utf8').slice(-2000);
		} catch {
			return 'nothing was logged';
		}
	}

	/** Carries out a statement as the one who may do everything, and gives what it prints. */
	async run(statement: string): Promise<string> {
		const response = await fetch(`http://127.0.0.1:${this.httpPort}/`, {method: 'POST', body: statement});
		const text = await response.text();
		if (!response.ok) {
			throw new Error(`${statement.slice(0, 200)}: ${text.trim()}`);
		}
		return text;
	}

	/** Ends it as a crash does. Its data stays for `resume`. */
	async kill(): Promise<void> {
		const child = this.#child;
		this.#child = undefined;
		if (child !== undefined && child.exitCode === null && child.signalCode === null) {
			const ended = once(child, 'exit');
			child.kill('SIGKILL');
			await ended;
		}
	}

	/** Ends it, and its data goes. */
	async remove(): Promise<void> {
		process.off('exit', this.#endWith);
		await this.kill();
		rmSync(this.folder, {recursive: true, force: true});
	}
}
