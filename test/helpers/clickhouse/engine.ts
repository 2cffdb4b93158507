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

/** Maximum time of a start, in ms. It takes 1.5 s on a quiet machine, and once took more than a minute on a busy one. */
const startTime = 180_000;

const program = fileURLToPath(new URL('engine-process.js', import.meta.url));

export type EngineOptions = {
	readonly users?: readonly EngineUser[];
	readonly clusters?: EngineClusters;
	/**
	 * True to restart it if it ends unexpectedly. Unlike a real server, the library's server ends when another server resets
	 * a connection to it, for example when a query to several shards is aborted.
	 */
	readonly supervised?: boolean;
	/** HTTP and TCP port; free ports by default. */
	readonly ports?: readonly [http: number, tcp: number];
};

/** A separate ClickHouse server on the loopback address, with its own folder. */
export class Engine {
	readonly folder: string;
	readonly httpPort: number;
	readonly tcpPort: number;
	#child: ChildProcess | undefined;
	readonly #supervised: boolean;
	/** Ends with this process, even if a test ends before its teardown. */
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

	/** Starts a server. The caller ends it with `remove`. */
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

	/** Returns the address of this database. */
	address(database: string): string {
		return `clickhouse://127.0.0.1:${this.httpPort}/${database}`;
	}

	/** Process id; undefined while the server isn't running. */
	get pid(): number | undefined {
		return this.#child?.pid;
	}

	/** Restarts it with its existing data. Resolves when it answers. */
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

	/** Returns the end of its log. */
	complaints(): string {
		try {
			return readFileSync(join(this.folder, 'engine.log'), 'utf8').slice(-2000);
		} catch {
			return 'nothing was logged';
		}
	}

	/** Executes a statement as the administrator, and returns the output. */
	async run(statement: string): Promise<string> {
		const response = await fetch(`http://127.0.0.1:${this.httpPort}/`, {method: 'POST', body: statement});
		const text = await response.text();
		if (!response.ok) {
			throw new Error(`${statement.slice(0, 200)}: ${text.trim()}`);
		}
		return text;
	}

	/** Kills it, like a crash. Its data stays for `resume`. */
	async kill(): Promise<void> {
		const child = this.#child;
		this.#child = undefined;
		if (child !== undefined && child.exitCode === null && child.signalCode === null) {
			const ended = once(child, 'exit');
			child.kill('SIGKILL');
			await ended;
		}
	}

	/** Ends it and deletes its data. */
	async remove(): Promise<void> {
		process.off('exit', this.#endWith);
		await this.kill();
		rmSync(this.folder, {recursive: true, force: true});
	}
}
