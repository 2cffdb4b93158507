import {dot, esc, hash, isDigit} from '../../ascii.js';
import {EntryRecord, unread} from '../entry-record.js';
import type {ScanLine} from '../format.js';
import {compilePattern} from '../pattern/compile-pattern.js';
import {firstBytes, rowPattern} from '../pattern/nginx-log-format.js';
import {openLine, prefixPart} from './prefix-parts.js';
import type {InnerLine, Unwrap, WrapperInfo} from './wrapper.js';

/** A prefix that programs put before the lines of other programs. */
type Prefix = WrapperInfo & {
	/**
	 * Its forms, longest first. They have the syntax of text formats, with the parts of prefix-parts.ts. Anything may follow them.
	 */
	readonly patterns: readonly string[];
};

const line = '203.0.113.7 - - [20/Nov/2026:09:03:07 +0000] "GET /en/ HTTP/1.1" 200 4523 "-" "curl/8.5.0"';

/**
 * Prefixes that are recognisable without the rest of the line. The first match is removed, so prefixes with the longest forms
 * come first.
 */
export const prefixes: readonly Prefix[] = [
	{
		name: 'cri',
		title: 'containerd and CRI-O, for Kubernetes',
		source: 'https://github.com/kubernetes/design-proposals-archive/blob/main/node/kubelet-cri-logging.md',
		patterns: ['$time $stream $whole '],
		example: `2026-11-20T09:03:07.123456789+01:00 stdout F ${line}`,
	},
	{
		name: 'syslog',
		title: 'syslog (RFC 3164), rsyslog, journalctl -o short*, Heroku',
		source: 'https://www.freedesktop.org/software/systemd/man/latest/journalctl.html#-o',
		patterns: [
			...['$time $sender:  ', '$time $machine $tag:  ', '[$uptime] $word $tag:  '],
			// SOGo.
			...['$time $name [$number]: ', '$time $machine $name [$number]: '],
			// A relay's own prefix before the original line. The second pattern is for Kiwi.
			...['$time $machine $beforepriority', '$time\t$facility\t$name\t'],
		],
		example: `Nov 20 09:03:07 web1 nginx[71]: ${line}`,
	},
	{
		name: 'python_logging',
		title: 'Python’s logging',
		source: 'https://docs.python.org/3/howto/logging.html#displaying-the-date-time-in-messages',
		patterns: [
			// Synapse: logger, line of the source, level and request.
			'$time - $name - $number - $level - $word - ',
			...[
				'$time - $name - $level - ',
				'$time - $level - $logger - ',
				'$time - $level - ',
				'$time - $logger - ',
			],
			// Odoo: process, database and logger. OpenStack: process, logger and context.
			...['$time $number $level $word $logger: ', '$time:$level:$name:'],
			'$time $number $level $logger [$inside] ',
		],
		example: `2026-11-20 09:03:07,123 - shop.access - INFO - ${line}`,
	},
	{
		name: 'spring_boot',
		title: 'Spring Boot',
		source: 'https://docs.spring.io/spring-boot/reference/features/logging.html#features.logging.log-format',
		patterns: [
			'$time  $level $number --- [$inside] [$inside] $name  : ',
			'$time  $level $number --- [$inside] $name  : ',
		],
		example: `2026-11-20T09:03:07.123+01:00  INFO 71 --- [shop] [nio-8080-exec-1] c.e.shop.AccessLog : ${line}`,
	},
	{
		name: 'logback',
		title: 'Logback and Log4j',
		source: 'https://logback.qos.ch/manual/layouts.html',
		patterns: [
			'$time [$inside] $level  $logger$dash',
			'$clock [$inside] $level  $logger$dash',
			'$level  $logger$dash',
		],
		example: `09:03:07.123 [main] INFO  com.example.shop.AccessLog - ${line}`,
	},
	{
		name: 'loguru',
		title: 'Loguru',
		source: 'https://loguru.readthedocs.io/en/stable/api/logger.html',
		// The third pattern is for the command `symfony`.
		patterns: ['$time | $level  | $word - ', '$time | $level  | ', '$time |$level  | '],
		example: `2026-11-20 09:03:07.123 | INFO     | shop.access:log:12 - ${line}`,
	},
	{
		name: 'cloud_foundry',
		title: 'cf logs',
		source: 'https://docs.cloudfoundry.org/devguide/deploy-apps/streaming-logs.html',
		patterns: ['$time [$inside] OUT ', '$time [$inside] ERR '],
		example: `2026-11-20T09:03:07.12+0100 [APP/PROC/WEB/0] OUT ${line}`,
	},
	{
		name: 'fly',
		title: 'fly logs',
		source: 'https://fly.io/docs/flyctl/logs/',
		patterns: ['$time $tag $name [$level] ', '$time $tag $name [$level]'],
		example: `2026-11-20T09:03:07Z app[148e2] ams [info] ${line}`,
	},
	{
		name: 'cloudwatch',
		title: 'aws logs tail',
		source: 'https://docs.aws.amazon.com/cli/latest/reference/logs/tail.html',
		patterns: ['$time $path '],
		example: `2026-11-20T09:03:07.123000+00:00 web/nginx/abc123 ${line}`,
	},
	{
		name: 'caddy_console',
		title: 'the console encoder of Caddy, RoadRunner and others that use zap',
		source: 'https://caddyserver.com/docs/caddyfile/directives/log#console',
		patterns: [
			'$time\t$level\t$columns',
			'$time\t$level\t$name\thandled request\t',
			'$time\t$level\t$name  \thttp access log\t',
			'$time\t$level\t$name  \thttp log\t',
		],
		example: `2026/11/20 09:03:07.123\tINFO\thttp.log.access.log0\thandled request\t${line}`,
	},
	{
		name: 'fluentd',
		title: 'Fluentd’s file output, and loggers that write columns',
		source: 'https://docs.fluentd.org/formatter/out_file',
		patterns: ['$time\t$level\t$name\t', '$time\t$name\t', '$time\t'],
		example: `2026-11-20T09:03:07+01:00\tnginx.access\t${line}`,
	},
	{
		name: 'time',
		title:
			'a date and a time: kubectl logs --timestamps, docker logs -t, docker compose logs -t, Go’s log package, ts, svlogd',
		source: 'https://docs.docker.com/reference/cli/docker/container/logs/',
		patterns: [
			...['$time | ', '$time$dash', '$time: ', '$time  '],
			...[
				'[$time $level  $module]  ',
				'[$time $level]  ',
				'[$clock $level]  ',
				'[$time][$level][$name]  ',
				'[$time][$name][$level]  ',
				'[$time]  ',
				'[$time]: ',
				'[$clock]  ',
				'$clock  ',
				'$kitchen  ',
			],
		],
		example: `2026-11-20T09:03:07.123456789Z ${line}`,
	},
	{
		name: 'fluent_bit',
		title: 'Fluent Bit’s standard output',
		source: 'https://docs.fluentbit.io/manual/data-pipeline/outputs/standard-output',
		patterns: ['[$number] $name: [$time, ', '[$number] $name: [[$time, $braces], '],
		example: `[0] nginx.access: [[1795165387.123456789, {}], {"log"=>${JSON.stringify(line)}}]`,
	},
	{
		name: 'level',
		title:
			'the level and the name of a logger: Python’s logging, uvicorn, Quarkus, WildFly, winston and others',
		source: 'https://docs.python.org/3/library/logging.html#logging.basicConfig',
		patterns: [
			'$level  $gofile:$number > ',
			...['$level:$name:', '$level  [$dotted] $thread ', '$level  [$dotted] ', '$level in $name: '],
			'$level  $module: ',
			...['$level | ', '$level$dash', '$level:  ', '$level  ', '$level\t'],
			...['[$level]$dash', '[$level]:  ', '[$level]  ', '[$number]  '],
			// structlog pads levels. The other patterns are for logrus, and for zerolog with the position in the source.
			...['[$level  ]  ', '$level[$number]  ', '$level[$number]', '$level[$time]  '],
		],
		example: `INFO  [io.quarkus.http.access-log] (executor-thread-1) ${line}`,
	},
	{
		name: 'ruby_logger',
		title: 'Ruby’s Logger',
		source: 'https://docs.ruby-lang.org/en/master/Logger.html',
		patterns: ['$capital, [$time #$number]  $level -- : ', '$capital, [$time #$number]  $level -- $name: '],
		example: `I, [2026-11-20T09:03:07.123456 #71]  INFO -- : ${line}`,
	},
	{
		name: 'syslog_5424',
		title: 'syslog (RFC 5424)',
		source: 'https://www.rfc-editor.org/rfc/rfc5424#section-6',
		patterns: [
			'$priority$version $time $word $word $word $word $structured ',
			'$priority$version $word $word $word $word $word $structured ',
			// Heroku's drains omit the structured data: https://devcenter.heroku.com/articles/log-drains
			'$priority$version $time $word $word $word - ',
		],
		example: `<134>1 2026-11-20T09:03:07.123Z web1 nginx 71 access - ${line}`,
	},
	{
		name: 'priority',
		title: 'the priority before lines of syslog and of systemd’s services',
		source: 'https://www.freedesktop.org/software/systemd/man/latest/sd-daemon.html',
		patterns: ['$priority$unversioned'],
		example: `<6>${line}`,
	},
	{
		name: 'octet_count',
		title: 'the length before lines of syslog over TCP (RFC 6587)',
		source: 'https://www.rfc-editor.org/rfc/rfc6587#section-3.4.1',
		patterns: ['$number $beforepriority'],
		example: `123 <134>1 2026-11-20T09:03:07.123Z web1 nginx 71 access - ${line}`,
	},
	{
		name: 'bom',
		title: 'a byte order mark, as RFC 5424 demands before messages in UTF-8',
		source: 'https://www.rfc-editor.org/rfc/rfc5424#section-6.4',
		patterns: ['\uFEFF'],
		example: `\uFEFF${line}`,
	},
	{
		name: 'cee',
		title: 'CEE, before JSON in syslog: rsyslog, syslog-ng',
		source: 'https://www.rsyslog.com/doc/configuration/modules/mmjsonparse.html',
		patterns: ['@cee:  ', '@cee:'],
		example: `@cee: ${line}`,
	},
	{
		name: 'logentries',
		title: 'Logentries',
		source: 'https://docs.rapid7.com/insightops/',
		patterns: ['hostname=$word appname=$word '],
		example: `hostname=web1 appname=nginx ${line}`,
	},
	{
		name: 'journald_export',
		title: 'journalctl -o export',
		source: 'https://systemd.io/JOURNAL_EXPORT_FORMATS/',
		patterns: ['MESSAGE='],
		example: `MESSAGE=${line}`,
	},
	{
		name: 'kubectl',
		title: 'kubectl logs --prefix',
		source: 'https://kubernetes.io/docs/reference/kubectl/generated/kubectl_logs/',
		patterns: ['[pod/$inside] '],
		example: `[pod/web-7d9c/nginx] ${line}`,
	},
	{
		name: 'tai64n',
		title: 'multilog, svlogd and s6-log',
		source: 'https://cr.yp.to/daemontools/tai64n.html',
		patterns: ['@$label '],
		example: `@400000006ab41c8b075bcd15 ${line}`,
	},
	{
		name: 'compose',
		title: 'docker compose, docker service logs, foreman, forego, pm2 and others that run several programs',
		source: 'https://docs.docker.com/reference/cli/docker/compose/logs/',
		patterns: ['$name  | ', '$number|$name  | '],
		example: `web-1  | ${line}`,
	},
	{
		name: 'supervisor_stdout',
		title: 'supervisor-stdout, which Quay uses',
		source: 'https://github.com/coderanger/supervisor-stdout/blob/master/supervisor_stdout.py',
		patterns: ['$name stdout | ', '$name stderr | '],
		example: `nginx stdout | ${line}`,
	},
	{
		name: 'grep',
		title: 'grep -H, with or without -n',
		source: 'https://www.gnu.org/software/grep/manual/grep.html#Output-Line-Prefix-Control',
		patterns: ['$file:$linenumber:', '$file:'],
		example: `access.log.1:12:${line}`,
	},
	{
		name: 'go_log',
		title: 'Go’s log package, with the file and the line',
		source: 'https://pkg.go.dev/log#pkg-constants',
		// All patterns after the first are for Gitea and Beego.
		patterns: [
			...['$gofile:$number: ', '$gofile:$number:$word '],
			...['[$capital] [$gofile:$number]  |  ', '[$gofile:$number]  |  '],
			...['[$capital] [$gofile:$number]  ', '[$gofile:$number]  '],
		],
		example: `2026/11/20 09:03:07 main.go:23: ${line}`,
	},
	{
		name: 'klog',
		title: 'Kubernetes’ own programs',
		source: 'https://github.com/kubernetes/klog/blob/main/klog.go',
		patterns: ['$capital$number $clock  $number $gofile:$number] '],
		example: `I1120 09:03:07.123456       1 httplog.go:132] ${line}`,
	},
	{
		name: 'tornado_logging',
		title: 'Tornado’s logging, as configured by Jupyter',
		source: 'https://github.com/jupyter/jupyter_core/blob/main/jupyter_core/application.py',
		patterns: ['[$capital $time $inside] ', '[$capital $clock $inside] '],
		example: `[I 2026-11-20 09:03:07.123 ServerApp] ${line}`,
	},
	{
		name: 'firebase',
		title: 'the emulators of Firebase',
		source: 'https://firebase.google.com/docs/emulator-suite/connect_hosting',
		patterns: ['i  $name: '],
		example: `i  hosting: ${line}`,
	},
	{
		name: 'indent',
		title: 'spaces and tabs: koa-logger, Next.js and ASP.NET Core',
		source: 'https://github.com/koajs/logger/blob/master/index.js',
		patterns: ['$indent'],
		example: `  ${line}`,
	},
	{
		name: 'program',
		title: 'the name of the program: kail, turbo and others',
		source: 'https://github.com/boz/kail',
		patterns: ['$program: '],
		example: `default/web-7d9c[nginx]: ${line}`,
	},
];

/** Prefixes that could also be a part of the line. They are removed only if no format reads the line with them. */
export const vaguePrefixes: readonly Prefix[] = [
	{
		name: 'stern',
		title: 'stern',
		source: 'https://github.com/stern/stern',
		patterns: ['$pod $logger ', '$logger $pod $logger '],
		example: `web-7d9c nginx ${line}`,
	},
	{
		name: 'bracketed',
		title: 'a name in brackets: kubetail, concurrently and others',
		source: 'https://github.com/johanhaleby/kubetail',
		patterns: ['[$inside] ', '[$inside][$time] '],
		example: `[web-7d9c nginx] ${line}`,
	},
	{
		name: 'syslog_untimed',
		title: 'a host and a program, as after the time in syslog: Upsun, Platform.sh',
		source: 'https://docs.upsun.com/increase-observability/logs/forward-logs.html',
		patterns: ['$logger $tag: '],
		example: `web.0 nginx: ${line}`,
	},
	{
		name: 'message',
		title: 'a message before logfmt: the consoles of zerolog, logrus, slog, tint, structlog and others',
		source: 'https://github.com/rs/zerolog#pretty-logging',
		patterns: ['$message'],
		example: 'handled request remote_addr=203.0.113.7 method=GET path=/en/ status=200',
	},
];

/** Bytes that prefixes end with. A NUL stands for a missing byte. */
export const prefixEnds: Buffer = Buffer.from(' \t:]=>\u00BF\0', 'latin1');

/** A pattern of a prefix. */
type Form = {readonly prefix: Prefix; readonly begins: string; readonly scan: ScanLine};

function formsOf(prefix: Prefix): readonly Form[] {
	return prefix.patterns.map(pattern => ({
		prefix,
		begins: firstBytes(pattern, prefixPart),
		scan: compilePattern(rowPattern(pattern, prefixPart), 'any'),
	}));
}

/** The forms of all prefixes, compiled for the first line that may start with one. */
let allForms: readonly Form[] | undefined;

/** For each byte, the forms that can start with it. */
const formsByFirst: Array<readonly Form[] | undefined> = [];

function formsFor(byte: number): readonly Form[] {
	allForms ??= prefixes.flatMap(formsOf);
	const character = String.fromCharCode(byte);
	formsByFirst[byte] ??= allForms.filter(({begins}) => begins.includes(character));
	return formsByFirst[byte];
}

/** Scratch record for the time and the end of a prefix. */
const found = new EntryRecord();

/** Removes the first prefix that the line matches. Returns it, or undefined if the line matches no prefix. */
function takeFirst(forms: readonly Form[], inner: InnerLine): Prefix | undefined {
	openLine(inner);
	for (let index = 0; index < forms.length; index++) {
		const {prefix, scan} = forms[index] as Form;
		found.time = Number.NaN;
		if (scan(inner.bytes, inner.start, inner.end, found) !== unread) {
			inner.start = found.knownEnd;
			if (!Number.isNaN(found.time)) {
				inner.time = found.time;
				inner.zone = found.zone;
			}
			return prefix;
		}
	}
	return undefined;
}

/** Removes prefixes from lines. */
export class PrefixTaker {
	/**
	 * Checks that a line may start with a prefix or a colour. Most lines start with an IPv4 address or a brace, fail this check and
	 * need no other.
	 */
	mayTake({bytes, start, end}: InnerLine): boolean {
		const first = bytes[start] ?? 0;
		return (
			start < end &&
			!(isDigit(first) && beginsWithAddress(bytes, start)) &&
			(first === esc || first === hash || formsFor(first).length > 0)
		);
	}

	/** Removes the prefix at the start of the line. Returns the prefix, or undefined if the line has no prefix. */
	take(inner: InnerLine): Prefix | undefined {
		return this.mayTake(inner) ? takeFirst(formsFor(inner.bytes[inner.start] ?? 0), inner) : undefined;
	}
}

/** Checks that a line starts with one to three digits and a dot, like an IPv4 address. */
function beginsWithAddress(bytes: Buffer, start: number): boolean {
	return (
		bytes[start + 1] === dot ||
		(isDigit(bytes[start + 1] ?? 0) &&
			(bytes[start + 2] === dot || (isDigit(bytes[start + 2] ?? 0) && bytes[start + 3] === dot)))
	);
}

/** Returns an unwrapper for a vague prefix. */
export function openVague(prefix: Prefix): Unwrap {
	const forms = formsOf(prefix);
	return inner => takeFirst(forms, inner) !== undefined;
}
