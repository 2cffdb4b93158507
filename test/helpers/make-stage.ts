import type {ExecutionContext} from 'ava';
import {KeptText} from '../../source/bytes/archives/kept-text.js';
import {Deliveries} from '../../source/bytes/deliveries.js';
import {EndedFiles} from '../../source/bytes/ended/ended-files.js';
import {defaultSettings, type FollowSettings} from '../../source/bytes/follow-settings.js';
import {Registry} from '../../source/bytes/live/registry.js';
import type {Stage} from '../../source/bytes/live/stage.js';
import type {LogFile} from '../../source/bytes/log-file.js';
import {Beginnings} from '../../source/bytes/recognition/beginnings.js';

export type MadeStage = Stage & {
	/** The files that were opened. */
	readonly opened: readonly LogFile[];
	/** Texts of the notices. */
	readonly notices: readonly string[];
};

/** What the parts of the stage share, without the following around it. Its files are closed when the test is over. */
export function makeStage(t: ExecutionContext, settings: Partial<FollowSettings> = {}): MadeStage {
	const opened: LogFile[] = [];
	const notices: string[] = [];
	const all = {...defaultSettings, ...settings};
	const registry = new Registry();
	const keptText = new KeptText(all.keepPiped);
	const endedFiles = new EndedFiles(all, keptText);
	const deliveries = new Deliveries({
		opened: file => opened.push(file),
		grown() {},
		ended() {},
		notice: ({text}) => notices.push(text),
		changed() {},
	});
	t.teardown(async () => {
		await Promise.all(Array.from(registry.files, file => file.close()));
		await endedFiles.close();
	});
	const beginnings = new Beginnings();
	return {settings: all, registry, endedFiles, beginnings, keptText, deliveries, opened, notices};
}
