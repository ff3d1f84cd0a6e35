// The smallest echo bot on Slack's own framework: what bot serve is measured beside.
import bolt from '@slack/bolt';

const clientOptions = { slackApiUrl: process.env.TACK_SLACK_API_URL };
const receiver = new bolt.SocketModeReceiver({
  appToken: process.env.SLACK_APP_TOKEN,
  installerOptions: { clientOptions },
});
const app = new bolt.App({ token: process.env.SLACK_BOT_TOKEN, receiver, clientOptions });
const echo = ({ event, client }) =>
  client.chat.postMessage({ channel: event.channel, thread_ts: event.thread_ts ?? event.ts, text: `echo: ${event.text}` });

app.event('app_mention', echo);
app.event('message', async (args) => {
  if (args.event.thread_ts && !args.event.subtype && !args.event.bot_id) await echo(args);
});
await app.start();
