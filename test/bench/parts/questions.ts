import {cachedLog} from '../cached-log.js';
import {type Figure, figureOf, type Taken} from '../figure.js';
import {lnavAnswers} from '../lnav-answers.js';
import {type Answered, answer, durationQuestions, openWhole, type Question, questions} from '../question.js';
import {linesName, longest, type Session} from '../session.js';
import {spread} from '../spread.js';
import {measureLines} from './lines.js';

/** Limit relative to lnav's time for the same question. Lnav takes seconds, so it runs once per `turns` runs of reqscope. */
const share = 0.03;
const turns = 5;

type Asked = Answered & {readonly question: Question};

async function answersTo(all: readonly Question[], log: string, runs: number): Promise<readonly Asked[]> {
	const store = await openWhole(log);
	const answers: Asked[] = [];
	for (const question of all) {
		answers.push({question, ...(await answer(store, question, runs))});
	}
	await store.close();
	return answers;
}

/** Measures how long searches and all other questions take on the longest log, and how long they delay a key. */
export async function measureQuestions(session: Session): Promise<readonly Figure[]> {
	const lines = linesName(longest(session));
	const log = await cachedLog(longest(session));
	const answers = [
		...(await answersTo(questions, log, session.runs)),
		...(await answersTo(durationQuestions, await cachedLog(longest(session), 'timed'), session.runs)),
	];
	const theirs = await lnavAnswers(questions, log, session.home, Math.ceil(session.runs / turns));
	return [
		...(await measureLines(session)),
		...answers.flatMap(({question, time}) => {
			const {name, search, atMost} = question;
			const lnav = theirs?.get(question);
			const taken: Taken[] = [['reqscope', time], ...(lnav === undefined ? [] : [['lnav', lnav] as const])];
			return figureOf(`${lines}, ${name}${search === '' ? '' : `: \`${search}\``}`, 'time', taken, [
				...(atMost === undefined ? [] : [{atMost}]),
				...(longest(session) < 5_000_000 ? [] : [{atMost: share, of: 'lnav'}]),
			]);
		}),
		...figureOf(`${lines}, a key during the questions`, 'time', [
			['reqscope', spread(answers.map(({maxWait}) => maxWait))],
		]),
	];
}
