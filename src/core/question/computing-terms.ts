/**
 * Terms of computing in four languages, beyond the concepts of the glossary: what a question names, so that English docs can be
 * searched for it. A line a term: `English|German|Chinese|Japanese`. `*` at the end of a German word stands for any ending; German
 * is read word by word, a compound part by part.
 */
export const COMPUTING_TERMS = `
query string|abfragezeichenfolge* querystring*|查询字符串 查询参数|クエリ文字列 クエリパラメータ
content type|inhaltstyp* medientyp*|内容类型 媒体类型|コンテンツタイプ メディアタイプ
status code|statuscode*|状态码|ステータスコード
user agent|benutzeragent*|用户代理|ユーザーエージェント
handshake|handshake*|握手|ハンドシェイク
keepalive|dauerverbindung*|长连接 持久连接 保活|持続接続 キープアライブ
gateway|gateway*|网关|ゲートウェイ
load balancer|lastverteil* lastausgleich* loadbalancer*|负载均衡|ロードバランサ 負荷分散
reverse proxy||反向代理|リバースプロキシ
tunnel|tunnel*|隧道|トンネル
firewall|firewall*|防火墙|ファイアウォール
dns|namensauflös*|域名解析|名前解決
network interface|netzwerkschnittstelle*|网卡 网络接口|ネットワークインターフェース
bandwidth|bandbreite*|带宽|帯域
throughput|durchsatz*|吞吐|スループット
rate limit|ratenbegrenz* ratenlimit*|限流 频率限制|レート制限
socket|socket*|套接字|ソケット
websocket|websocket*|长链接|ウェブソケット
path parameter|pfadparameter*|路径参数|パスパラメータ
cost|kosten* kostet*|费用 花费|費用
price|preis*|价格 定价|値段 価格
cost price|kostenpflichtig*|多少钱 收费 付费|料金 有料 いくら
free|kostenlos* kostenfrei* gratis*|免费|無料 無償
suffix|suffix* endung*|后缀|サフィックス 接尾辞
wildcard|platzhalter* wildcard*|通配符|ワイルドカード
placeholder|platzhalter*|占位符|プレースホルダ
download|herunterlad* heruntergeladen* download*|下载|ダウンロード
promise|promise*|期约|プロミス
iterator|iterator*|迭代器|イテレータ
generator|generator*|生成器|ジェネレータ
decorator|dekorator*|装饰器|デコレータ
inherit|vererb* erb*|继承|継承
encapsulation|kapsel* gekapselt*|封装|カプセル化
generic|generisch*|泛型|ジェネリ 総称型
enum|aufzähl* enum*|枚举|列挙
boolean|boolesch* wahrheitswert*|布尔|真偽値 ブール
integer|ganzzahl*|整数|整数
dictionary|wörterbuch* dictionary*|字典|辞書
null|null|空值|ヌル
undefined|undefiniert*|未定义|未定義
stack trace|stacktrace* aufrufliste*|堆栈 调用栈|スタックトレース
syntax|syntax*|语法|構文 文法
regex|regulär*|正则|正規表現
source code|quellcode* quelltext*|源码 源代码|ソースコード
cli|kommandozeile* befehlszeile*|命令行|コマンドライン
terminal|terminal*|终端|ターミナル 端末
console|konsole*|控制台|コンソール
framework|framework*|框架|フレームワーク
export|export*|导出|エクスポート 書き出
schema|schema* schemata|模式 架构|スキーマ
serialize|serialisier*|序列化|シリアライズ 直列化
deserialize|deserialisier*|反序列化|デシリアライズ
transaction|transaktion*|事务|トランザクション
sort|sortier*|排序|ソート 並べ替え
filter|filter*|过滤 筛选|フィルタ 絞り込
pagination|seitennummer* paginier* blätter*|分页|ページネーション ページング
timestamp|zeitstempel*|时间戳|タイムスタンプ
time zone|zeitzone*|时区|タイムゾーン
identifier|kennung* bezeichner* id|标识符 标识|識別子
hash|hash* prüfsumme*|哈希 散列|ハッシュ
random|zufall* zufäll*|随机|ランダム 乱数
byte|byte*|字节|バイト
newline|zeilenumbruch* zeilenumbrüch*|换行|改行
whitespace|leerzeichen* leerraum*|空格 空白|空白 スペース
quote|anführungszeichen*|引号|引用符
uppercase|großbuchstabe*|大写|大文字
lowercase|kleinbuchstabe*|小写|小文字
indentation|einrück*|缩进|インデント
rotate|rotier* rotation*|轮转 轮替 切割|ローテーション ローテート
crash|abstürz* absturz*|崩溃 闪退|クラッシュ 落ち
hang|hängt hängen einfrier* aufgehängt|卡住 卡死 挂起|ハング 固ま 止ま
memory leak|speicherleck*|内存泄漏 内存泄露|メモリリーク
cluster|cluster*|集群|クラスタ
replica|replik*|副本|レプリカ
scale|skalier*|扩容 伸缩 扩展|スケール
serverless|serverlos*|无服务器|サーバーレス サーバレス
health check|zustandsprüf* gesundheitsprüf* healthcheck*|健康检查|ヘルスチェック
graceful|sauber* ordentlich*|优雅|グレースフル
daemon|daemon* dienstprogramm*|守护进程|デーモン
deprecated|veraltet*|弃用 废弃|非推奨 廃止
license|lizenz*|许可证|ライセンス
tutorial|anleitung*|教程|チュートリアル
benchmark|benchmark* leistungstest*|基准测试 压测|ベンチマーク
attack|angriff* angreif*|攻击|攻撃
vulnerability|schwachstelle* sicherheitslücke*|漏洞|脆弱性
injection|injektion* einschleus*|注入|インジェクション 注入
secret|geheim*|密钥 机密|シークレット 秘密
key|schlüssel*||
api key||密钥|キー
private key||私钥|秘密鍵
public key||公钥|公開鍵
certificate|zertifizierungsstelle*|证书颁发机构 根证书|認証局
fingerprint|fingerabdruck* fingerabdrück*|指纹|フィンガープリント 指紋
allowlist|positivliste* whitelist*|白名单|ホワイトリスト 許可リスト
blocklist|sperrliste* blacklist*|黑名单|ブラックリスト
decrypt|entschlüssel*|解密|復号
button|schaltfläche* knopf*|按钮|ボタン
render|render* darstell*|渲染|レンダリング 描画
menu|menü*|菜单|メニュー
dialog|dialog*|对话框 弹窗|ダイアログ
prompt|prompt* eingabeaufforderung*|提示词 提示语|プロンプト
language model llm|sprachmodell*|语言模型 大模型|言語モデル
embedding|einbett* embedding*|嵌入|埋め込み
vector|vektor*|向量|ベクトル
tool|werkzeug* tool*|工具|ツール
reasoning|schlussfolger*|推理 思考过程|推論
speech|sprach*|语音|音声
transcription|transkri*|转录 转写|文字起こし
translation|übersetz*|翻译|翻訳
citation|quellenangabe* zitat* quelle*|引用 出处|引用 出典
structured|strukturiert*|结构化|構造化
feedback|rückmeld*|反馈|フィードバック
catch|abfang* abgefangen* fang*|捕获|捕捉 キャッチ
trigger|auslös* ausgelöst*|触发|トリガー 発火
intercept|abfang* abgefangen*|拦截|傍受 横取り
lazy|lazy*|懒加载 延迟加载|遅延読み込み
detect|erkenn* erkannt*|检测 识别|検出 検知
measure|mess* gemessen*|测量 统计|計測 測定
webhook|webhook*|回调通知|ウェブフック
polling|abfrag*|轮询|ポーリング
batch|stapel* batch*|批处理 批量|バッチ 一括
transport|transport*|传输|トランスポート
logger|logger*|日志记录器|ロガー
resolver|resolver*|解析器|リゾルバ
federation|föderation*|联邦|フェデレーション
introspection|introspektion*|内省|イントロスペクション
directive|direktive*|指令|ディレクティブ
readonly|schreibgeschützt*|只读|読み取り専用
environment variable|umgebungsvariable*|环境变量|環境変数
default value|standardwert* vorgabewert*|默认值 缺省值|デフォルト値 既定値
error message|fehlermeldung*|错误信息 报错信息|エラーメッセージ
error code|fehlercode*|错误码 错误代码|エラーコード
response body|antwortkörper* antwortinhalt*|响应体|レスポンスボディ
request body|anfragekörper* anfrageinhalt*|请求体|リクエストボディ
request header|anfrageheader* anfragekopf*|请求头|リクエストヘッダ
response header|antwortheader* antwortkopf*|响应头|レスポンスヘッダ
unix socket||域套接字|ドメインソケット
docs documentation|dokumentation* doku dokus|文档 手册|ドキュメント 文書 マニュアル
document|dokument*||
run|läuft laufen lauffähig*|运行|動作 動く 動き
add|füge fügt||足す 足し
change|änder* geändert* umstell*|修改 更改 改变 变更|変更 変える 変え
update|aktualisier*|更新 升级|更新 アップデート
uninstall|deinstallier*|卸载|アンインストール
set up|einricht* eingerichtet* aufsetz*|搭建|セットアップ
support help|hilfe hilft helfen|帮助 客服 求助|サポート ヘルプ 助け
contact|kontakt*|联系 联络|連絡 問い合わせ
need require|brauch* benötig* voraussetz*|需要 要求 前提|必要 要件 前提
work|funktionier*|可用 有效|動作 機能
question|frage fragen|问题 提问|質問
answer|antwort antworten beantwort*|回答 答案|回答 答え
problem|problem* störung*|故障 毛病|不具合 トラブル
language|sprache sprachen|语言|言語
data|daten|数据|データ
privacy|datenschutz* privatsphäre|隐私|プライバシー
website site|webseite* website* internetseite*|网站 站点|サイト ホームページ
commercial|kommerziell* gewerblich*|商用 商业|商用 商業
mobile phone|handy* mobil* smartphone*|手机 移动端|スマホ 携帯 モバイル
offline|offline|离线|オフライン
own|eigene eigenen eigener eigenes|自己的|自分の 独自
conversation|gespräch* unterhaltung* konversation*|对话 会话|会話
budget|budget*|预算|予算
daily day|tages* täglich* tage tagen|每天 每日|毎日 一日
monthly month|monat*|每月|毎月 月間
widget|widget*|小部件 挂件|ウィジェット
color|farbe* farblich* farbig*|颜色 配色|
dark mode|dunkelmodus*|深色模式 暗色模式 夜间模式|ダークモード
dark|dunkel* dunkl*|深色 暗色|
account|konto konten|账号 账户 帐号|アカウント
invoice|rechnung*|发票 账单|請求書
report|bericht*|报告 报表|レポート 報告
table|tabelle*|表格|テーブル
column|spalte*||カラム
chart|diagramm*|图表|グラフ チャート
import|import* importier*|导入|インポート 取り込
print|drucken gedruckt*|打印|印刷
publish|veröffentlich*|发布|公開
install|installier* installation*|安装|インストール
search|suche* suchen gesucht*|搜索 检索|検索
reader|leser*|读者|読者
log out|abmeld* ausloggen|登出 退出登录|ログアウト
dependency|abhängigkeit*|依赖|依存
start|anfang* anfange* loslegen|入门 上手|始め はじめ 入門
`;
