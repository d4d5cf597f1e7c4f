<?xml version="1.0" encoding="utf-8"?>
<TS version="2.1" language="zh_CN" sourcelanguage="en">
  <context>
    <name>window</name>
    <message>
      <source>(empty)</source>
      <translation>（空）</translation>
    </message>
    <message>
      <source>(the attached file)</source>
      <translation>（所附文件）</translation>
    </message>
    <message>
      <source>, </source>
      <translation>、</translation>
    </message>
    <message>
      <source>1 conversation</source>
      <translation>1 个会话</translation>
    </message>
    <message>
      <source>1 day left</source>
      <translation>还剩 1 天</translation>
    </message>
    <message>
      <source>1 entry</source>
      <translation>1 条</translation>
    </message>
    <message>
      <source>1 field</source>
      <translation>1 个字段</translation>
    </message>
    <message>
      <source>1 message</source>
      <translation>1 条消息</translation>
    </message>
    <message>
      <source>1 prompt was added.</source>
      <translation>已添加 1 个提示词。</translation>
    </message>
    <message>
      <source>1 token</source>
      <translation>1 个词元</translation>
    </message>
    <message>
      <source>10 %</source>
      <translation>10%</translation>
    </message>
    <message>
      <source>30 %</source>
      <translation>30%</translation>
    </message>
    <message>
      <source>60 %</source>
      <translation>60%</translation>
    </message>
    <message>
      <source>90 % and more</source>
      <translation>90% 及以上</translation>
    </message>
    <message>
      <source>; </source>
      <translation>；</translation>
    </message>
    <message>
      <source>&lt; {share} %</source>
      <translation>&lt; {share}%</translation>
    </message>
    <message>
      <source>A GGUF file of a chat model. You can also drop it on this window.</source>
      <translation>对话模型的 GGUF 文件。也可以把它拖到此窗口上。</translation>
    </message>
    <message>
      <source>A conversation can be renamed when it has a message.</source>
      <translation>会话有了消息后才能重命名。</translation>
    </message>
    <message>
      <source>A link is opened by your browser when you click it. Images on the network are never fetched; their address is shown instead.</source>
      <translation>点击链接时由浏览器打开。网络上的图片从不下载，只显示其地址。</translation>
    </message>
    <message>
      <source>A message needs a model to answer it.</source>
      <translation>要有模型才能回答消息。</translation>
    </message>
    <message>
      <source>A problem in Parley</source>
      <translation>Parley 出现问题</translation>
    </message>
    <message>
      <source>A prompt shows here when a model is loaded.</source>
      <translation>加载模型后，这里显示提示词。</translation>
    </message>
    <message>
      <source>A stop string was written</source>
      <translation>生成了停止字符串</translation>
    </message>
    <message>
      <source>A stray marker was left out</source>
      <translation>已略去多余的标记</translation>
    </message>
    <message>
      <source>A temporary chat is never written to disk. Deleted conversations stay in the trash for 30 days and are then gone for good.</source>
      <translation>临时会话从不写入磁盘。删除的会话在回收站中保留 30 天，之后彻底消失。</translation>
    </message>
    <message>
      <source>A tool call inside the reasoning was ignored</source>
      <translation>已忽略思考中的工具调用</translation>
    </message>
    <message>
      <source>A tool waits for your approval.</source>
      <translation>有工具等待您批准。</translation>
    </message>
    <message>
      <source>About</source>
      <translation>关于</translation>
    </message>
    <message>
      <source>About this model</source>
      <translation>关于此模型</translation>
    </message>
    <message>
      <source>Add</source>
      <translation>添加</translation>
    </message>
    <message>
      <source>All</source>
      <translation>全部</translation>
    </message>
    <message>
      <source>All branches</source>
      <translation>所有分支</translation>
    </message>
    <message>
      <source>All files</source>
      <translation>所有文件</translation>
    </message>
    <message>
      <source>All is as everywhere, but for the system prompt.</source>
      <translation>除系统提示词外，均与全局相同。</translation>
    </message>
    <message>
      <source>All messages and drafts, the trash, and copies made before repairs.</source>
      <translation>所有消息和草稿、回收站，以及修复前所做的副本。</translation>
    </message>
    <message>
      <source>All prompts are in “{name}”.</source>
      <translation>所有提示词都在“{name}”中。</translation>
    </message>
    <message>
      <source>All prompts of this file are there already.</source>
      <translation>此文件中的提示词都已存在。</translation>
    </message>
    <message>
      <source>Always allow</source>
      <translation>始终允许</translation>
    </message>
    <message>
      <source>An answer could not be finished.</source>
      <translation>有一个回答未能完成。</translation>
    </message>
    <message>
      <source>An answer is ready.</source>
      <translation>回答已完成。</translation>
    </message>
    <message>
      <source>Another model reads this conversation once, about {count} tokens.</source>
      <translation>另一个模型会读取此会话一次，约 {count} 个词元。</translation>
    </message>
    <message>
      <source>Answer</source>
      <translation>回答</translation>
    </message>
    <message>
      <source>Answer again</source>
      <translation>重新回答</translation>
    </message>
    <message>
      <source>Answer again with</source>
      <translation>重新回答，改用</translation>
    </message>
    <message>
      <source>Answer again with…</source>
      <translation>重新回答，改用…</translation>
    </message>
    <message>
      <source>Answer failed: {cause}</source>
      <translation>回答失败：{cause}</translation>
    </message>
    <message>
      <source>Answer finished</source>
      <translation>回答完成</translation>
    </message>
    <message>
      <source>Answer interrupted</source>
      <translation>回答中断</translation>
    </message>
    <message>
      <source>Answer interrupted: {cause}</source>
      <translation>回答中断：{cause}</translation>
    </message>
    <message>
      <source>Answer stopped</source>
      <translation>回答已停止</translation>
    </message>
    <message>
      <source>Answer: {words}</source>
      <translation>回答：{words}</translation>
    </message>
    <message>
      <source>Any model</source>
      <translation>任意模型</translation>
    </message>
    <message>
      <source>Any time</source>
      <translation>任意时间</translation>
    </message>
    <message>
      <source>Anybody’s</source>
      <translation>所有人的</translation>
    </message>
    <message>
      <source>Appearance</source>
      <translation>外观</translation>
    </message>
    <message>
      <source>Approval needed: {call}</source>
      <translation>需要批准：{call}</translation>
    </message>
    <message>
      <source>Approve</source>
      <translation>批准</translation>
    </message>
    <message>
      <source>Arguments</source>
      <translation>参数</translation>
    </message>
    <message>
      <source>Arguments are a JSON object: { … }.</source>
      <translation>参数是一个 JSON 对象：{ … }。</translation>
    </message>
    <message>
      <source>Arguments of the call</source>
      <translation>调用参数</translation>
    </message>
    <message>
      <source>As everywhere</source>
      <translation>与全局相同</translation>
    </message>
    <message>
      <source>As everywhere, which is not the default</source>
      <translation>与全局相同（不是默认值）</translation>
    </message>
    <message>
      <source>As usual</source>
      <translation>照常</translation>
    </message>
    <message>
      <source>Aside: {sentence}</source>
      <translation>附注：{sentence}</translation>
    </message>
    <message>
      <source>Ask again</source>
      <translation>再问一次</translation>
    </message>
    <message>
      <source>Assistant, message {number} of {count}</source>
      <translation>助手，第 {number} 条消息，共 {count} 条</translation>
    </message>
    <message>
      <source>Attach files</source>
      <translation>添加文件</translation>
    </message>
    <message>
      <source>Attached file</source>
      <translation>所附文件</translation>
    </message>
    <message>
      <source>Attached files</source>
      <translation>所附文件</translation>
    </message>
    <message>
      <source>Back to the conversations</source>
      <translation>返回会话列表</translation>
    </message>
    <message>
      <source>Back to {default}</source>
      <translation>恢复为 {default}</translation>
    </message>
    <message>
      <source>Balanced</source>
      <translation>均衡</translation>
    </message>
    <message>
      <source>Before a repair</source>
      <translation>修复前</translation>
    </message>
    <message>
      <source>Before an update</source>
      <translation>更新前</translation>
    </message>
    <message>
      <source>Begin the conversation with it; nothing is answered</source>
      <translation>以此开始会话；不会生成回答</translation>
    </message>
    <message>
      <source>Behaviour</source>
      <translation>行为</translation>
    </message>
    <message>
      <source>Branch into a new conversation</source>
      <translation>分支到新会话</translation>
    </message>
    <message>
      <source>Branches</source>
      <translation>分支</translation>
    </message>
    <message>
      <source>Cache</source>
      <translation>缓存</translation>
    </message>
    <message>
      <source>Cache ({count} tokens): {size}</source>
      <translation>缓存（{count} 个词元）：{size}</translation>
    </message>
    <message>
      <source>Calculator</source>
      <translation>计算器</translation>
    </message>
    <message>
      <source>Cancel</source>
      <translation>取消</translation>
    </message>
    <message>
      <source>Cancelled</source>
      <translation>已取消</translation>
    </message>
    <message>
      <source>Change the arguments, then run the tool</source>
      <translation>修改参数后运行工具</translation>
    </message>
    <message>
      <source>Changes hold in this conversation only</source>
      <translation>更改仅在此会话中生效</translation>
    </message>
    <message>
      <source>Changes hold wherever nothing else is set</source>
      <translation>更改在未另行设置之处生效</translation>
    </message>
    <message>
      <source>Chat</source>
      <translation>会话</translation>
    </message>
    <message>
      <source>Chat with a language model that runs on this machine. Nothing leaves it.</source>
      <translation>与在本机运行的语言模型对话，任何内容都不会离开本机。</translation>
    </message>
    <message>
      <source>Choices</source>
      <translation>选项</translation>
    </message>
    <message>
      <source>Choices for this model</source>
      <translation>此模型的选项</translation>
    </message>
    <message>
      <source>Choose a folder</source>
      <translation>选择文件夹</translation>
    </message>
    <message>
      <source>Choose a folder…</source>
      <translation>选择文件夹…</translation>
    </message>
    <message>
      <source>Choose a model</source>
      <translation>选择模型</translation>
    </message>
    <message>
      <source>Choose a token to see what else could have stood in its place.</source>
      <translation>选择一个词元，查看此处还可能出现什么。</translation>
    </message>
    <message>
      <source>Choose another one only when thinking or calls are shown as raw text.</source>
      <translation>只有当思考或工具调用显示为原始文本时，才需要换一个。</translation>
    </message>
    <message>
      <source>Clear</source>
      <translation>清空</translation>
    </message>
    <message>
      <source>Clear {size}</source>
      <translation>清空 {size}</translation>
    </message>
    <message>
      <source>Clock</source>
      <translation>时钟</translation>
    </message>
    <message>
      <source>Close</source>
      <translation>关闭</translation>
    </message>
    <message>
      <source>Close it at once after</source>
      <translation>立即结束思考，上限</translation>
    </message>
    <message>
      <source>Close it with the next sentence after</source>
      <translation>写完当前句后结束思考，上限</translation>
    </message>
    <message>
      <source>Close this message</source>
      <translation>关闭此消息</translation>
    </message>
    <message>
      <source>Code, {language}</source>
      <translation>代码，{language}</translation>
    </message>
    <message>
      <source>Command</source>
      <translation>命令</translation>
    </message>
    <message>
      <source>Compact now</source>
      <translation>立即压缩</translation>
    </message>
    <message>
      <source>Compacting gives {size} back to the disk. When it is a quarter of the file, this happens by itself while nothing else does.</source>
      <translation>压缩可为磁盘腾出 {size}。达到文件的四分之一时，会在空闲时自动进行。</translation>
    </message>
    <message>
      <source>Compacting. This can take a minute; you can go on meanwhile.</source>
      <translation>正在压缩，可能需要一分钟；期间可以继续使用。</translation>
    </message>
    <message>
      <source>Context</source>
      <translation>上下文</translation>
    </message>
    <message>
      <source>Context full</source>
      <translation>上下文已满</translation>
    </message>
    <message>
      <source>Context: {tokens} of {window} tokens</source>
      <translation>上下文：{tokens} / {window} 个词元</translation>
    </message>
    <message>
      <source>Continue</source>
      <translation>继续</translation>
    </message>
    <message>
      <source>Conversation</source>
      <translation>会话</translation>
    </message>
    <message>
      <source>Conversations</source>
      <translation>会话</translation>
    </message>
    <message>
      <source>Conversations, drafts and settings lie unencrypted in the data folder; whoever can read your files can read them. The log never holds what was said.</source>
      <translation>会话、草稿和设置以未加密的形式保存在数据文件夹中；能读取您文件的人就能读到它们。日志中从不记录对话内容。</translation>
    </message>
    <message>
      <source>Copied ✓</source>
      <translation>已复制 ✓</translation>
    </message>
    <message>
      <source>Copies</source>
      <translation>副本</translation>
    </message>
    <message>
      <source>Copy</source>
      <translation>复制</translation>
    </message>
    <message>
      <source>Copy as</source>
      <translation>复制为</translation>
    </message>
    <message>
      <source>Copy as Markdown</source>
      <translation>复制为 Markdown</translation>
    </message>
    <message>
      <source>Copy as plain text</source>
      <translation>复制为纯文本</translation>
    </message>
    <message>
      <source>Copy code</source>
      <translation>复制代码</translation>
    </message>
    <message>
      <source>Copy formula</source>
      <translation>复制公式</translation>
    </message>
    <message>
      <source>Copy ids</source>
      <translation>复制 ID</translation>
    </message>
    <message>
      <source>Copy message</source>
      <translation>复制消息</translation>
    </message>
    <message>
      <source>Copy text</source>
      <translation>复制文本</translation>
    </message>
    <message>
      <source>Copy the conversation</source>
      <translation>将会话复制为 Markdown</translation>
    </message>
    <message>
      <source>Could not be loaded</source>
      <translation>无法加载</translation>
    </message>
    <message>
      <source>Creative</source>
      <translation>创意</translation>
    </message>
    <message>
      <source>Custom</source>
      <translation>自定义</translation>
    </message>
    <message>
      <source>Daily copy</source>
      <translation>每日备份</translation>
    </message>
    <message>
      <source>Data folder</source>
      <translation>数据文件夹</translation>
    </message>
    <message>
      <source>Default</source>
      <translation>默认</translation>
    </message>
    <message>
      <source>Delete</source>
      <translation>删除</translation>
    </message>
    <message>
      <source>Delete for good</source>
      <translation>彻底删除</translation>
    </message>
    <message>
      <source>Delete the folder</source>
      <translation>删除文件夹</translation>
    </message>
    <message>
      <source>Delete this conversation for good? Nothing brings it back.</source>
      <translation>彻底删除此会话？删除后无法恢复。</translation>
    </message>
    <message>
      <source>Delete this message</source>
      <translation>删除此消息</translation>
    </message>
    <message>
      <source>Delete with all that follows</source>
      <translation>删除此消息及其后所有内容</translation>
    </message>
    <message>
      <source>Delete {count} for good? Nothing brings them back.</source>
      <translation>彻底删除 {count} 个会话？删除后无法恢复。</translation>
    </message>
    <message>
      <source>Delete {size}</source>
      <translation>删除 {size}</translation>
    </message>
    <message>
      <source>Delete “{name}”</source>
      <translation>删除“{name}”</translation>
    </message>
    <message>
      <source>Deleted conversations</source>
      <translation>已删除的会话</translation>
    </message>
    <message>
      <source>Denied</source>
      <translation>已拒绝</translation>
    </message>
    <message>
      <source>Deny</source>
      <translation>拒绝</translation>
    </message>
    <message>
      <source>Deny the tool that waits</source>
      <translation>拒绝等待中的工具</translation>
    </message>
    <message>
      <source>Details</source>
      <translation>详情</translation>
    </message>
    <message>
      <source>Detected</source>
      <translation>自动检测</translation>
    </message>
    <message>
      <source>Detected ({format})</source>
      <translation>自动检测 ({format})</translation>
    </message>
    <message>
      <source>Do not run it and tell the model so (Ctrl+Backspace)</source>
      <translation>不运行，并告知模型 (Ctrl+Backspace)</translation>
    </message>
    <message>
      <source>Done</source>
      <translation>完成</translation>
    </message>
    <message>
      <source>Done · {seconds} s</source>
      <translation>完成 · {seconds} 秒</translation>
    </message>
    <message>
      <source>Downloads of models, tool servers (MCP) and engines on other machines are not part of this version. Each will have its own switch here, off at first.</source>
      <translation>此版本尚不包含模型下载、工具服务器（MCP）和其他机器上的引擎。以后每一项都会在这里有自己的开关，默认关闭。</translation>
    </message>
    <message>
      <source>Drag conversations here</source>
      <translation>将会话拖到这里</translation>
    </message>
    <message>
      <source>Drop to attach</source>
      <translation>松开以添加附件</translation>
    </message>
    <message>
      <source>Drop to load the model</source>
      <translation>松开以加载模型</translation>
    </message>
    <message>
      <source>Drop to load the model and attach the files</source>
      <translation>松开以加载模型并添加文件</translation>
    </message>
    <message>
      <source>Duplicate</source>
      <translation>复制一份</translation>
    </message>
    <message>
      <source>Duplicate the conversation</source>
      <translation>复制一份会话</translation>
    </message>
    <message>
      <source>Edit</source>
      <translation>编辑</translation>
    </message>
    <message>
      <source>Edit it</source>
      <translation>编辑</translation>
    </message>
    <message>
      <source>Edit the message</source>
      <translation>编辑消息</translation>
    </message>
    <message>
      <source>Edit the prompt library…</source>
      <translation>编辑提示词库…</translation>
    </message>
    <message>
      <source>Edited</source>
      <translation>已编辑</translation>
    </message>
    <message>
      <source>Edit…</source>
      <translation>编辑…</translation>
    </message>
    <message>
      <source>Effort</source>
      <translation>强度</translation>
    </message>
    <message>
      <source>Empty</source>
      <translation>空</translation>
    </message>
    <message>
      <source>End the search</source>
      <translation>结束搜索</translation>
    </message>
    <message>
      <source>Ended by</source>
      <translation>结束原因</translation>
    </message>
    <message>
      <source>Ending</source>
      <translation>结束</translation>
    </message>
    <message>
      <source>Enter</source>
      <translation>Enter</translation>
    </message>
    <message>
      <source>Enter queues it for after this answer</source>
      <translation>按 Enter 排队，此回答结束后发送</translation>
    </message>
    <message>
      <source>Enter sends · Shift+Enter starts a new line</source>
      <translation>Enter 发送 · Shift+Enter 换行</translation>
    </message>
    <message>
      <source>Enter takes it · Esc leaves the text as it is</source>
      <translation>Enter 采用 · Esc 保持原文</translation>
    </message>
    <message>
      <source>Error</source>
      <translation>错误</translation>
    </message>
    <message>
      <source>Errors</source>
      <translation>错误</translation>
    </message>
    <message>
      <source>Esc</source>
      <translation>Esc</translation>
    </message>
    <message>
      <source>Esc: leave as it is. Backspace: no keys.</source>
      <translation>Esc：保持不变。Backspace：不设快捷键。</translation>
    </message>
    <message>
      <source>Everything</source>
      <translation>全部</translation>
    </message>
    <message>
      <source>Everything Parley keeps lies here.</source>
      <translation>Parley 保存的一切都在这里。</translation>
    </message>
    <message>
      <source>Everything that is here now is put aside and kept, and these conversations take its place. Answers being written end.</source>
      <translation>现有的一切会另行保存，由这些会话取代。正在生成的回答会结束。</translation>
    </message>
    <message>
      <source>Everywhere</source>
      <translation>全局</translation>
    </message>
    <message>
      <source>Explain</source>
      <translation>解释</translation>
    </message>
    <message>
      <source>Explain in simple words why the sky is blue.</source>
      <translation>用简单的话解释天空为什么是蓝色的。</translation>
    </message>
    <message>
      <source>Export prompts</source>
      <translation>导出提示词</translation>
    </message>
    <message>
      <source>Export…</source>
      <translation>导出…</translation>
    </message>
    <message>
      <source>Failed</source>
      <translation>失败</translation>
    </message>
    <message>
      <source>File: </source>
      <translation>文件：</translation>
    </message>
    <message>
      <source>Files</source>
      <translation>文件</translation>
    </message>
    <message>
      <source>Files can be attached when a model has been loaded.</source>
      <translation>加载模型后才能添加文件。</translation>
    </message>
    <message>
      <source>Files of a project</source>
      <translation>项目文件</translation>
    </message>
    <message>
      <source>Files that are no chat models are left out.</source>
      <translation>不是对话模型的文件已略去。</translation>
    </message>
    <message>
      <source>Filter what is found</source>
      <translation>筛选结果</translation>
    </message>
    <message>
      <source>Find in conversation</source>
      <translation>在会话中查找</translation>
    </message>
    <message>
      <source>Find in the prompt</source>
      <translation>在提示词中查找</translation>
    </message>
    <message>
      <source>Find models of other apps</source>
      <translation>查找其他应用的模型</translation>
    </message>
    <message>
      <source>First token</source>
      <translation>首个词元</translation>
    </message>
    <message>
      <source>Fold</source>
      <translation>折叠</translation>
    </message>
    <message>
      <source>Folder</source>
      <translation>文件夹</translation>
    </message>
    <message>
      <source>Folder {name}</source>
      <translation>文件夹 {name}</translation>
    </message>
    <message>
      <source>Folders</source>
      <translation>文件夹</translation>
    </message>
    <message>
      <source>Follow</source>
      <translation>跟随</translation>
    </message>
    <message>
      <source>Formatted</source>
      <translation>格式化</translation>
    </message>
    <message>
      <source>Formatted text</source>
      <translation>带格式文本</translation>
    </message>
    <message>
      <source>Free</source>
      <translation>剩余</translation>
    </message>
    <message>
      <source>From the preset of this conversation</source>
      <translation>来自此会话的预设</translation>
    </message>
    <message>
      <source>Full context</source>
      <translation>上下文已满</translation>
    </message>
    <message>
      <source>General</source>
      <translation>常规</translation>
    </message>
    <message>
      <source>Go on</source>
      <translation>继续</translation>
    </message>
    <message>
      <source>Go on with it</source>
      <translation>由此继续</translation>
    </message>
    <message>
      <source>Go on with this model</source>
      <translation>用此模型继续</translation>
    </message>
    <message>
      <source>Go on with {model}</source>
      <translation>用 {model} 继续</translation>
    </message>
    <message>
      <source>Go to an action, a conversation or a setting</source>
      <translation>转到操作、会话或设置</translation>
    </message>
    <message>
      <source>Go to anything</source>
      <translation>转到任意位置</translation>
    </message>
    <message>
      <source>Hide Parley</source>
      <translation>隐藏 Parley</translation>
    </message>
    <message>
      <source>Hide copies</source>
      <translation>隐藏副本</translation>
    </message>
    <message>
      <source>Hide the inspector</source>
      <translation>隐藏检查器</translation>
    </message>
    <message>
      <source>High</source>
      <translation>高</translation>
    </message>
    <message>
      <source>History</source>
      <translation>历史</translation>
    </message>
    <message>
      <source>How hard the model thinks before it answers</source>
      <translation>模型回答前思考的强度</translation>
    </message>
    <message>
      <source>How the model should answer in this conversation</source>
      <translation>模型在此会话中应如何回答</translation>
    </message>
    <message>
      <source>Image</source>
      <translation>图片</translation>
    </message>
    <message>
      <source>Image: {name}</source>
      <translation>图片：{name}</translation>
    </message>
    <message>
      <source>Import prompts</source>
      <translation>导入提示词</translation>
    </message>
    <message>
      <source>Import…</source>
      <translation>导入…</translation>
    </message>
    <message>
      <source>In the branch shown now</source>
      <translation>在当前显示的分支中</translation>
    </message>
    <message>
      <source>In the folder</source>
      <translation>在文件夹中</translation>
    </message>
    <message>
      <source>In the newest answer: reads {read} tokens per second, writes {written} tokens per second.</source>
      <translation>最近一次回答：每秒读取 {read} 个词元，每秒生成 {written} 个词元。</translation>
    </message>
    <message>
      <source>In the newest answer: reads {read} tokens per second.</source>
      <translation>最近一次回答：每秒读取 {read} 个词元。</translation>
    </message>
    <message>
      <source>In the newest answer: too short to measure.</source>
      <translation>最近一次回答太短，无法测量。</translation>
    </message>
    <message>
      <source>In the newest answer: writes {written} tokens per second.</source>
      <translation>最近一次回答：每秒生成 {written} 个词元。</translation>
    </message>
    <message>
      <source>In this conversation</source>
      <translation>在此会话中</translation>
    </message>
    <message>
      <source>In {file}: </source>
      <translation>{file} 中：</translation>
    </message>
    <message>
      <source>Include the text of the conversation</source>
      <translation>包含会话内容</translation>
    </message>
    <message>
      <source>Insert answer</source>
      <translation>插入回答</translation>
    </message>
    <message>
      <source>Insert answer below…</source>
      <translation>在下方插入回答…</translation>
    </message>
    <message>
      <source>Insert answer…</source>
      <translation>插入回答…</translation>
    </message>
    <message>
      <source>Insert question</source>
      <translation>插入问题</translation>
    </message>
    <message>
      <source>Insert question below…</source>
      <translation>在下方插入问题…</translation>
    </message>
    <message>
      <source>Insert question…</source>
      <translation>插入问题…</translation>
    </message>
    <message>
      <source>Inserted</source>
      <translation>已插入</translation>
    </message>
    <message>
      <source>Inspector</source>
      <translation>检查器</translation>
    </message>
    <message>
      <source>It could not be deleted: {reason}.</source>
      <translation>无法删除：{reason}。</translation>
    </message>
    <message>
      <source>It goes into the folder “{name}”.</source>
      <translation>它将放入文件夹“{name}”。</translation>
    </message>
    <message>
      <source>It was stopped</source>
      <translation>已停止</translation>
    </message>
    <message>
      <source>It would read about {count} tokens first, {time}.</source>
      <translation>它要先读取约 {count} 个词元，{time}。</translation>
    </message>
    <message>
      <source>Its conversations go back to the list</source>
      <translation>其中的会话回到列表</translation>
    </message>
    <message>
      <source>Its file is not on this machine: “make run” fetches it. Or open a GGUF file you already have.</source>
      <translation>本机上没有它的文件：运行“make run”即可获取，或打开您已有的 GGUF 文件。</translation>
    </message>
    <message>
      <source>Jump to latest</source>
      <translation>跳到最新</translation>
    </message>
    <message>
      <source>Keep</source>
      <translation>保留</translation>
    </message>
    <message>
      <source>Keep earlier reasoning</source>
      <translation>保留之前的思考</translation>
    </message>
    <message>
      <source>Keep the newest line in sight</source>
      <translation>始终显示最新一行</translation>
    </message>
    <message>
      <source>Keep token probabilities</source>
      <translation>保存词元概率</translation>
    </message>
    <message>
      <source>Known after the first answer.</source>
      <translation>第一次回答后可知。</translation>
    </message>
    <message>
      <source>Larger text</source>
      <translation>放大文字</translation>
    </message>
    <message>
      <source>Largest messages</source>
      <translation>最大的消息</translation>
    </message>
    <message>
      <source>Last answer</source>
      <translation>最近一次回答</translation>
    </message>
    <message>
      <source>Last week</source>
      <translation>最近一周</translation>
    </message>
    <message>
      <source>Later answers can be looked at token by token</source>
      <translation>之后的回答可逐个词元查看</translation>
    </message>
    <message>
      <source>Leave it out</source>
      <translation>略去它</translation>
    </message>
    <message>
      <source>Leave out oldest</source>
      <translation>略去最早的几轮</translation>
    </message>
    <message>
      <source>Leave out the oldest turns…</source>
      <translation>略去最早的几轮…</translation>
    </message>
    <message>
      <source>Leave them out</source>
      <translation>略去它们</translation>
    </message>
    <message>
      <source>Leave “{folder}” out</source>
      <translation>不含“{folder}”</translation>
    </message>
    <message>
      <source>Length limit reached</source>
      <translation>达到长度上限</translation>
    </message>
    <message>
      <source>Let the model see all of it again</source>
      <translation>让模型重新看到全部内容</translation>
    </message>
    <message>
      <source>Let the model use a calculator and a clock</source>
      <translation>允许模型使用计算器和时钟</translation>
    </message>
    <message>
      <source>Let the model write it once more</source>
      <translation>让模型再写一次</translation>
    </message>
    <message>
      <source>Level</source>
      <translation>级别</translation>
    </message>
    <message>
      <source>Libraries that are part of this program, each under its own licence.</source>
      <translation>本程序所含的库，各有其许可证。</translation>
    </message>
    <message>
      <source>Licence</source>
      <translation>许可证</translation>
    </message>
    <message>
      <source>Limit thinking</source>
      <translation>限制思考</translation>
    </message>
    <message>
      <source>Limit thinking…</source>
      <translation>限制思考…</translation>
    </message>
    <message>
      <source>Line {line}, column {column}: {problem}.</source>
      <translation>第 {line} 行第 {column} 列：{problem}。</translation>
    </message>
    <message>
      <source>Links and images in answers</source>
      <translation>回答中的链接和图片</translation>
    </message>
    <message>
      <source>Load again</source>
      <translation>重新加载</translation>
    </message>
    <message>
      <source>Load image</source>
      <translation>加载图片</translation>
    </message>
    <message>
      <source>Load the model that wrote</source>
      <translation>加载当时的模型</translation>
    </message>
    <message>
      <source>Load the starter model</source>
      <translation>加载入门模型</translation>
    </message>
    <message>
      <source>Load {model}</source>
      <translation>加载 {model}</translation>
    </message>
    <message>
      <source>Loading the model</source>
      <translation>正在加载模型</translation>
    </message>
    <message>
      <source>Loading the model…</source>
      <translation>正在加载模型…</translation>
    </message>
    <message>
      <source>Loading…</source>
      <translation>正在加载…</translation>
    </message>
    <message>
      <source>Loading… {percent} %</source>
      <translation>正在加载… {percent}%</translation>
    </message>
    <message>
      <source>Log</source>
      <translation>日志</translation>
    </message>
    <message>
      <source>Longest thinking</source>
      <translation>最长思考</translation>
    </message>
    <message>
      <source>Look again</source>
      <translation>再次查找</translation>
    </message>
    <message>
      <source>Look for models</source>
      <translation>查找模型</translation>
    </message>
    <message>
      <source>Looking…</source>
      <translation>正在查找…</translation>
    </message>
    <message>
      <source>Looks into the folders of LM Studio, Jan, Hugging Face, llama.cpp and GPT4All, and into Downloads. Nothing is copied or changed.</source>
      <translation>在 LM Studio、Jan、Hugging Face、llama.cpp 和 GPT4All 的文件夹以及下载文件夹中查找。不复制也不更改任何内容。</translation>
    </message>
    <message>
      <source>Low</source>
      <translation>低</translation>
    </message>
    <message>
      <source>MMM yyyy</source>
      <translation>yyyy年M月</translation>
    </message>
    <message>
      <source>Made with</source>
      <translation>组成部分</translation>
    </message>
    <message>
      <source>Map of the branches</source>
      <translation>分支图</translation>
    </message>
    <message>
      <source>Markdown</source>
      <translation>Markdown</translation>
    </message>
    <message>
      <source>Markdown with reasoning</source>
      <translation>含思考的 Markdown</translation>
    </message>
    <message>
      <source>Match case</source>
      <translation>区分大小写</translation>
    </message>
    <message>
      <source>Max</source>
      <translation>最高</translation>
    </message>
    <message>
      <source>Medium</source>
      <translation>中</translation>
    </message>
    <message>
      <source>Memory</source>
      <translation>内存</translation>
    </message>
    <message>
      <source>Memory and cache</source>
      <translation>内存与缓存</translation>
    </message>
    <message>
      <source>Message</source>
      <translation>消息</translation>
    </message>
    <message>
      <source>Message {model}</source>
      <translation>给 {model} 发消息</translation>
    </message>
    <message>
      <source>Messages</source>
      <translation>消息</translation>
    </message>
    <message>
      <source>Minimal</source>
      <translation>极低</translation>
    </message>
    <message>
      <source>Model</source>
      <translation>模型</translation>
    </message>
    <message>
      <source>Model files (GGUF).</source>
      <translation>模型文件（GGUF）。</translation>
    </message>
    <message>
      <source>Model: {name}. {state}</source>
      <translation>模型：{name}。{state}</translation>
    </message>
    <message>
      <source>Models</source>
      <translation>模型</translation>
    </message>
    <message>
      <source>Models folder</source>
      <translation>模型文件夹</translation>
    </message>
    <message>
      <source>More</source>
      <translation>更多</translation>
    </message>
    <message>
      <source>More…</source>
      <translation>更多…</translation>
    </message>
    <message>
      <source>Move down</source>
      <translation>下移</translation>
    </message>
    <message>
      <source>Move to a new folder</source>
      <translation>移到新文件夹</translation>
    </message>
    <message>
      <source>Move to folder</source>
      <translation>移到文件夹</translation>
    </message>
    <message>
      <source>Move to the folder “{name}”</source>
      <translation>移到文件夹“{name}”</translation>
    </message>
    <message>
      <source>Move to the trash</source>
      <translation>移到回收站</translation>
    </message>
    <message>
      <source>Move up</source>
      <translation>上移</translation>
    </message>
    <message>
      <source>Move {count} to the trash</source>
      <translation>将 {count} 个移到回收站</translation>
    </message>
    <message>
      <source>Name</source>
      <translation>名称</translation>
    </message>
    <message>
      <source>Name of the preset</source>
      <translation>预设名称</translation>
    </message>
    <message>
      <source>Name of the tag</source>
      <translation>标签名称</translation>
    </message>
    <message>
      <source>Needs approval</source>
      <translation>需要批准</translation>
    </message>
    <message>
      <source>Network</source>
      <translation>网络</translation>
    </message>
    <message>
      <source>New</source>
      <translation>新建</translation>
    </message>
    <message>
      <source>New chat</source>
      <translation>新会话</translation>
    </message>
    <message>
      <source>New chat here</source>
      <translation>在此新建会话</translation>
    </message>
    <message>
      <source>New chat in “{folder}”</source>
      <translation>在“{folder}”中新建会话</translation>
    </message>
    <message>
      <source>New conversations start with “{name}”.</source>
      <translation>新会话以“{name}”开始。</translation>
    </message>
    <message>
      <source>New conversations start without a preset.</source>
      <translation>新会话不使用预设。</translation>
    </message>
    <message>
      <source>New folder</source>
      <translation>新建文件夹</translation>
    </message>
    <message>
      <source>New folder…</source>
      <translation>新建文件夹…</translation>
    </message>
    <message>
      <source>New prompt</source>
      <translation>新建提示词</translation>
    </message>
    <message>
      <source>New tag</source>
      <translation>新建标签</translation>
    </message>
    <message>
      <source>New tag…</source>
      <translation>新建标签…</translation>
    </message>
    <message>
      <source>Next match</source>
      <translation>下一个匹配</translation>
    </message>
    <message>
      <source>Next message</source>
      <translation>下一条消息</translation>
    </message>
    <message>
      <source>Next theme</source>
      <translation>切换主题</translation>
    </message>
    <message>
      <source>Next version</source>
      <translation>下一版本</translation>
    </message>
    <message>
      <source>No GGUF file was found there. Open or drop one you have.</source>
      <translation>那里没有找到 GGUF 文件。请打开或拖入您已有的文件。</translation>
    </message>
    <message>
      <source>No arguments</source>
      <translation>无参数</translation>
    </message>
    <message>
      <source>No conversation has the tag “{name}”.</source>
      <translation>没有会话带有标签“{name}”。</translation>
    </message>
    <message>
      <source>No conversation is there with all of this.</source>
      <translation>没有符合全部条件的会话。</translation>
    </message>
    <message>
      <source>No conversations can be listed here, and a new one is gone when Parley is closed.</source>
      <translation>这里无法列出会话；新会话在 Parley 关闭后不会保留。</translation>
    </message>
    <message>
      <source>No keys</source>
      <translation>无快捷键</translation>
    </message>
    <message>
      <source>No limit</source>
      <translation>不限</translation>
    </message>
    <message>
      <source>No line is like this. Choose another level or other words.</source>
      <translation>没有这样的行。请换一个级别或字词。</translation>
    </message>
    <message>
      <source>No model is loaded</source>
      <translation>未加载模型</translation>
    </message>
    <message>
      <source>No setting has these words.</source>
      <translation>没有包含这些字词的设置。</translation>
    </message>
    <message>
      <source>None</source>
      <translation>无</translation>
    </message>
    <message>
      <source>Not found</source>
      <translation>未找到</translation>
    </message>
    <message>
      <source>Not loaded: {address}</source>
      <translation>未加载：{address}</translation>
    </message>
    <message>
      <source>Not run</source>
      <translation>未运行</translation>
    </message>
    <message>
      <source>Not stored</source>
      <translation>不保存</translation>
    </message>
    <message>
      <source>Nothing fits these letters.</source>
      <translation>没有匹配的内容。</translation>
    </message>
    <message>
      <source>Nothing leaves this machine: no telemetry, no account, no check for updates. See the page Network.</source>
      <translation>任何内容都不会离开本机：没有遥测，没有账号，也不检查更新。参见“网络”页。</translation>
    </message>
    <message>
      <source>Nothing was found among the newer messages; older ones are being made ready.</source>
      <translation>较新的消息中没有找到；较早的消息正在准备中。</translation>
    </message>
    <message>
      <source>Nothing was found with these filters. Without them there may be more.</source>
      <translation>在这些筛选条件下没有找到内容。去掉条件可能会找到更多。</translation>
    </message>
    <message>
      <source>Nothing was found. Words are looked for just as they stand in a text: try a single one of them.</source>
      <translation>没有找到。搜索时按文中原样查找字词：请试试其中一个词。</translation>
    </message>
    <message>
      <source>Nothing was found. Words are looked for just as they stand in a text: try the beginning of the word.</source>
      <translation>没有找到。搜索时按文中原样查找字词：请试试词的开头。</translation>
    </message>
    <message>
      <source>Nothing was kept of the choice at these tokens.</source>
      <translation>这些词元处的候选没有保存。</translation>
    </message>
    <message>
      <source>Nothing. Models run on this machine, and everything here works without a network: no account, no telemetry, no check for updates.</source>
      <translation>不连接任何地方。模型在本机运行，一切功能都无需网络：没有账号，没有遥测，也不检查更新。</translation>
    </message>
    <message>
      <source>Notice: {sentence}</source>
      <translation>提示：{sentence}</translation>
    </message>
    <message>
      <source>Offered tools</source>
      <translation>提供的工具</translation>
    </message>
    <message>
      <source>Older</source>
      <translation>更早</translation>
    </message>
    <message>
      <source>Older messages are still being made ready to be found: later there may be more.</source>
      <translation>较早的消息仍在建立索引：稍后可能会找到更多。</translation>
    </message>
    <message>
      <source>One is made every week, and the last four are kept.</source>
      <translation>每周制作一份，保留最近四份。</translation>
    </message>
    <message>
      <source>Only a stored conversation with a message can be duplicated.</source>
      <translation>只有已保存且有消息的会话才能复制一份。</translation>
    </message>
    <message>
      <source>Only files that are no chat models were found there.</source>
      <translation>那里只找到不是对话模型的文件。</translation>
    </message>
    <message>
      <source>Only in this conversation</source>
      <translation>仅在此会话中</translation>
    </message>
    <message>
      <source>Only when you ask</source>
      <translation>仅在您要求时</translation>
    </message>
    <message>
      <source>Open a GGUF file…</source>
      <translation>打开 GGUF 文件…</translation>
    </message>
    <message>
      <source>Open a model</source>
      <translation>打开模型</translation>
    </message>
    <message>
      <source>Open a model you have</source>
      <translation>打开已有的模型</translation>
    </message>
    <message>
      <source>Open folder</source>
      <translation>打开文件夹</translation>
    </message>
    <message>
      <source>Open in browser</source>
      <translation>在浏览器中打开</translation>
    </message>
    <message>
      <source>Open logs folder</source>
      <translation>打开日志文件夹</translation>
    </message>
    <message>
      <source>Opening the conversations</source>
      <translation>正在打开会话</translation>
    </message>
    <message>
      <source>Other</source>
      <translation>其他</translation>
    </message>
    <message>
      <source>Out of the folder</source>
      <translation>移出文件夹</translation>
    </message>
    <message>
      <source>PDF</source>
      <translation>PDF</translation>
    </message>
    <message>
      <source>Page</source>
      <translation>页面</translation>
    </message>
    <message>
      <source>Pages</source>
      <translation>页面</translation>
    </message>
    <message>
      <source>Parley is free software under the {licence}.</source>
      <translation>Parley 是遵循 {licence} 的自由软件。</translation>
    </message>
    <message>
      <source>Parley is writing an answer</source>
      <translation>Parley 正在生成回答</translation>
    </message>
    <message>
      <source>Picture, {width} by {height} pixels</source>
      <translation>图片，{width} × {height} 像素</translation>
    </message>
    <message>
      <source>Pin</source>
      <translation>置顶</translation>
    </message>
    <message>
      <source>Pinned</source>
      <translation>已置顶</translation>
    </message>
    <message>
      <source>Plain text</source>
      <translation>纯文本</translation>
    </message>
    <message>
      <source>Precise</source>
      <translation>严谨</translation>
    </message>
    <message>
      <source>Preset: {name}</source>
      <translation>预设：{name}</translation>
    </message>
    <message>
      <source>Press keys…</source>
      <translation>请按键…</translation>
    </message>
    <message>
      <source>Previous match</source>
      <translation>上一个匹配</translation>
    </message>
    <message>
      <source>Previous version</source>
      <translation>上一版本</translation>
    </message>
    <message>
      <source>Privacy</source>
      <translation>隐私</translation>
    </message>
    <message>
      <source>Problem: {sentence}</source>
      <translation>问题：{sentence}</translation>
    </message>
    <message>
      <source>Prompt</source>
      <translation>提示词</translation>
    </message>
    <message>
      <source>Prompt library</source>
      <translation>提示词库</translation>
    </message>
    <message>
      <source>Prompts</source>
      <translation>提示词</translation>
    </message>
    <message>
      <source>Prompts (*.json)</source>
      <translation>提示词 (*.json)</translation>
    </message>
    <message>
      <source>Prompts and outputs, only while the trace is switched on.</source>
      <translation>提示词和输出，仅在开启跟踪记录时写入。</translation>
    </message>
    <message>
      <source>Question: {words}</source>
      <translation>问题：{words}</translation>
    </message>
    <message>
      <source>Queued: {words}</source>
      <translation>已排队：{words}</translation>
    </message>
    <message>
      <source>Quit</source>
      <translation>退出</translation>
    </message>
    <message>
      <source>Random</source>
      <translation>随机</translation>
    </message>
    <message>
      <source>Raw</source>
      <translation>原始</translation>
    </message>
    <message>
      <source>Raw rendering</source>
      <translation>原始渲染</translation>
    </message>
    <message>
      <source>Read again</source>
      <translation>重新读取</translation>
    </message>
    <message>
      <source>Read answers as</source>
      <translation>回答的解析格式</translation>
    </message>
    <message>
      <source>Read prompts</source>
      <translation>已读取的提示词</translation>
    </message>
    <message>
      <source>Reading</source>
      <translation>读取</translation>
    </message>
    <message>
      <source>Reading the folder “{folder}”…</source>
      <translation>正在读取文件夹“{folder}”…</translation>
    </message>
    <message>
      <source>Reading {read} of {count} tokens</source>
      <translation>正在读取 {read} / {count} 个词元</translation>
    </message>
    <message>
      <source>Reading…</source>
      <translation>正在读取…</translation>
    </message>
    <message>
      <source>Reasoning</source>
      <translation>思考</translation>
    </message>
    <message>
      <source>Reasoning, {state}</source>
      <translation>思考，{state}</translation>
    </message>
    <message>
      <source>Receipt: {receipt}</source>
      <translation>明细：{receipt}</translation>
    </message>
    <message>
      <source>Remove it</source>
      <translation>移除</translation>
    </message>
    <message>
      <source>Remove {name}</source>
      <translation>移除 {name}</translation>
    </message>
    <message>
      <source>Rename</source>
      <translation>重命名</translation>
    </message>
    <message>
      <source>Rename the conversation</source>
      <translation>重命名会话</translation>
    </message>
    <message>
      <source>Rename the conversation…</source>
      <translation>重命名会话…</translation>
    </message>
    <message>
      <source>Rename “{name}”…</source>
      <translation>重命名“{name}”…</translation>
    </message>
    <message>
      <source>Repair…</source>
      <translation>修复…</translation>
    </message>
    <message>
      <source>Report</source>
      <translation>报告</translation>
    </message>
    <message>
      <source>Reset this page</source>
      <translation>重置此页</translation>
    </message>
    <message>
      <source>Reset {name}</source>
      <translation>重置“{name}”</translation>
    </message>
    <message>
      <source>Restore</source>
      <translation>恢复</translation>
    </message>
    <message>
      <source>Restore built-in prompts</source>
      <translation>恢复内置提示词</translation>
    </message>
    <message>
      <source>Restore the copy of {when}</source>
      <translation>恢复 {when} 的副本</translation>
    </message>
    <message>
      <source>Restore this copy</source>
      <translation>恢复此副本</translation>
    </message>
    <message>
      <source>Restore…</source>
      <translation>恢复…</translation>
    </message>
    <message>
      <source>Result</source>
      <translation>结果</translation>
    </message>
    <message>
      <source>Retry</source>
      <translation>重试</translation>
    </message>
    <message>
      <source>Room left by deleted conversations</source>
      <translation>已删除会话留下的空间</translation>
    </message>
    <message>
      <source>Round {number} of {count}</source>
      <translation>第 {number} 轮，共 {count} 轮</translation>
    </message>
    <message>
      <source>Run as edited</source>
      <translation>按修改后运行</translation>
    </message>
    <message>
      <source>Run as it is</source>
      <translation>原样运行</translation>
    </message>
    <message>
      <source>Run it now, and this tool without asking from now on</source>
      <translation>立即运行，以后此工具不再询问</translation>
    </message>
    <message>
      <source>Run the tool (Ctrl+Enter)</source>
      <translation>运行工具 (Ctrl+Enter)</translation>
    </message>
    <message>
      <source>Run the tool that waits</source>
      <translation>运行等待中的工具</translation>
    </message>
    <message>
      <source>Run the tool with the changed arguments</source>
      <translation>用修改后的参数运行工具</translation>
    </message>
    <message>
      <source>Run {call}?</source>
      <translation>运行 {call}？</translation>
    </message>
    <message>
      <source>Running…</source>
      <translation>正在运行…</translation>
    </message>
    <message>
      <source>Running… {seconds} s</source>
      <translation>正在运行… {seconds} 秒</translation>
    </message>
    <message>
      <source>Sampling</source>
      <translation>采样</translation>
    </message>
    <message>
      <source>Save</source>
      <translation>保存</translation>
    </message>
    <message>
      <source>Save &amp;&amp; send</source>
      <translation>保存并发送</translation>
    </message>
    <message>
      <source>Save as…</source>
      <translation>另存为…</translation>
    </message>
    <message>
      <source>Save the report</source>
      <translation>保存报告</translation>
    </message>
    <message>
      <source>Saved as {path}.</source>
      <translation>已保存为 {path}。</translation>
    </message>
    <message>
      <source>Search</source>
      <translation>搜索</translation>
    </message>
    <message>
      <source>Search in all conversations</source>
      <translation>在所有会话中搜索</translation>
    </message>
    <message>
      <source>Search in the log</source>
      <translation>在日志中搜索</translation>
    </message>
    <message>
      <source>Search settings</source>
      <translation>搜索设置</translation>
    </message>
    <message>
      <source>Seed</source>
      <translation>随机种子</translation>
    </message>
    <message>
      <source>Select all</source>
      <translation>全选</translation>
    </message>
    <message>
      <source>Send</source>
      <translation>发送</translation>
    </message>
    <message>
      <source>Set the clock</source>
      <translation>更新时间</translation>
    </message>
    <message>
      <source>Settings</source>
      <translation>设置</translation>
    </message>
    <message>
      <source>Settings of</source>
      <translation>设置范围</translation>
    </message>
    <message>
      <source>Settings · {page}</source>
      <translation>设置 · {page}</translation>
    </message>
    <message>
      <source>Shift+Enter</source>
      <translation>Shift+Enter</translation>
    </message>
    <message>
      <source>Shortcuts</source>
      <translation>快捷键</translation>
    </message>
    <message>
      <source>Show</source>
      <translation>显示</translation>
    </message>
    <message>
      <source>Show Parley</source>
      <translation>显示 Parley</translation>
    </message>
    <message>
      <source>Show all branches</source>
      <translation>显示所有分支</translation>
    </message>
    <message>
      <source>Show all {count} characters</source>
      <translation>显示全部 {count} 个字符</translation>
    </message>
    <message>
      <source>Show all {count} lines</source>
      <translation>显示全部 {count} 行</translation>
    </message>
    <message>
      <source>Show how likely each token was</source>
      <translation>显示每个词元的概率</translation>
    </message>
    <message>
      <source>Show less</source>
      <translation>收起</translation>
    </message>
    <message>
      <source>Show licences</source>
      <translation>显示许可证</translation>
    </message>
    <message>
      <source>Show or hide the inspector</source>
      <translation>显示或隐藏检查器</translation>
    </message>
    <message>
      <source>Show or hide the sidebar</source>
      <translation>显示或隐藏侧边栏</translation>
    </message>
    <message>
      <source>Show prompt</source>
      <translation>显示提示词</translation>
    </message>
    <message>
      <source>Show the log</source>
      <translation>显示日志</translation>
    </message>
    <message>
      <source>Show {name}</source>
      <translation>显示 {name}</translation>
    </message>
    <message>
      <source>Smaller text</source>
      <translation>缩小文字</translation>
    </message>
    <message>
      <source>SmolLM2, a tiny model of 135 million parameters (about {size}). Quick on any machine, makes many mistakes and speaks English only. Good to see that all works, not for answers you rely on.</source>
      <translation>SmolLM2，一个 1.35 亿参数的微型模型（约 {size}）。在任何机器上都很快，但错误多，且只会英语。适合检验一切是否正常，回答不可依赖。</translation>
    </message>
    <message>
      <source>Speed</source>
      <translation>速度</translation>
    </message>
    <message>
      <source>Speed of this machine</source>
      <translation>本机速度</translation>
    </message>
    <message>
      <source>Start new conversations with “{name}”</source>
      <translation>新会话以“{name}”开始</translation>
    </message>
    <message>
      <source>Starter</source>
      <translation>入门</translation>
    </message>
    <message>
      <source>Stop</source>
      <translation>停止</translation>
    </message>
    <message>
      <source>Stopped</source>
      <translation>已停止</translation>
    </message>
    <message>
      <source>Stopped: the next message loads it again</source>
      <translation>已停止：下一条消息会重新加载</translation>
    </message>
    <message>
      <source>Suggestions</source>
      <translation>建议</translation>
    </message>
    <message>
      <source>Summarise a file</source>
      <translation>总结文件</translation>
    </message>
    <message>
      <source>Summarise it</source>
      <translation>总结它</translation>
    </message>
    <message>
      <source>Summarise oldest</source>
      <translation>总结最早的几轮</translation>
    </message>
    <message>
      <source>Summarise the oldest turns…</source>
      <translation>总结最早的几轮…</translation>
    </message>
    <message>
      <source>Summarise them</source>
      <translation>总结它们</translation>
    </message>
    <message>
      <source>Summarise this file in five points.</source>
      <translation>用五点总结此文件。</translation>
    </message>
    <message>
      <source>Summarising the oldest turns to make room…</source>
      <translation>正在总结最早的几轮以腾出空间…</translation>
    </message>
    <message>
      <source>Summary</source>
      <translation>摘要</translation>
    </message>
    <message>
      <source>Switch the model</source>
      <translation>切换模型</translation>
    </message>
    <message>
      <source>System</source>
      <translation>系统</translation>
    </message>
    <message>
      <source>System prompt</source>
      <translation>系统提示词</translation>
    </message>
    <message>
      <source>Table, {rows} rows, {columns} columns</source>
      <translation>表格，{rows} 行，{columns} 列</translation>
    </message>
    <message>
      <source>Tag “{name}”</source>
      <translation>添加标签“{name}”</translation>
    </message>
    <message>
      <source>Tags</source>
      <translation>标签</translation>
    </message>
    <message>
      <source>Tags and folders that fit</source>
      <translation>匹配的标签和文件夹</translation>
    </message>
    <message>
      <source>Take back the change of “{title}”</source>
      <translation>撤销对“{title}”的更改</translation>
    </message>
    <message>
      <source>Take the tag “{name}” off</source>
      <translation>去掉标签“{name}”</translation>
    </message>
    <message>
      <source>Tell the model the time…</source>
      <translation>告诉模型现在的时间…</translation>
    </message>
    <message>
      <source>Temperature</source>
      <translation>温度</translation>
    </message>
    <message>
      <source>Temporary chat</source>
      <translation>临时会话</translation>
    </message>
    <message>
      <source>Text</source>
      <translation>文本</translation>
    </message>
    <message>
      <source>Text in its usual size</source>
      <translation>恢复正常字号</translation>
    </message>
    <message>
      <source>Text of the prompt</source>
      <translation>提示词内容</translation>
    </message>
    <message>
      <source>The built-in prompts are there again, as they were.</source>
      <translation>内置提示词已恢复原样。</translation>
    </message>
    <message>
      <source>The context is full</source>
      <translation>上下文已满</translation>
    </message>
    <message>
      <source>The conversation is copied as Markdown.</source>
      <translation>会话已复制为 Markdown。</translation>
    </message>
    <message>
      <source>The conversation is in the trash.</source>
      <translation>会话已移到回收站。</translation>
    </message>
    <message>
      <source>The conversations could not be searched.</source>
      <translation>无法搜索会话。</translation>
    </message>
    <message>
      <source>The end of a long log: {count} entries</source>
      <translation>长日志的末尾：{count} 条</translation>
    </message>
    <message>
      <source>The folder “{name}” is deleted.</source>
      <translation>文件夹“{name}”已删除。</translation>
    </message>
    <message>
      <source>The folder “{name}” is deleted; its conversation is back in the list.</source>
      <translation>文件夹“{name}”已删除；其中的会话已回到列表。</translation>
    </message>
    <message>
      <source>The folder “{name}” is deleted; its {count} conversations are back in the list.</source>
      <translation>文件夹“{name}”已删除；其中的 {count} 个会话已回到列表。</translation>
    </message>
    <message>
      <source>The formula cannot be drawn: {cause}.</source>
      <translation>无法绘制公式：{cause}。</translation>
    </message>
    <message>
      <source>The formula cannot be drawn: {command} is not known.</source>
      <translation>无法绘制公式：不认识 {command}。</translation>
    </message>
    <message>
      <source>The formula is too long to be drawn.</source>
      <translation>公式太长，无法绘制。</translation>
    </message>
    <message>
      <source>The image cannot be read: its data is damaged.</source>
      <translation>无法读取图片：数据已损坏。</translation>
    </message>
    <message>
      <source>The image cannot be read: {cause}.</source>
      <translation>无法读取图片：{cause}。</translation>
    </message>
    <message>
      <source>The image cannot be shown: {cause}.</source>
      <translation>无法显示图片：{cause}。</translation>
    </message>
    <message>
      <source>The image is not shown: it has too many pixels.</source>
      <translation>图片未显示：像素过多。</translation>
    </message>
    <message>
      <source>The image is not shown: it is larger than 20 MB.</source>
      <translation>图片未显示：大于 20 MB。</translation>
    </message>
    <message>
      <source>The last 30 days</source>
      <translation>最近 30 天</translation>
    </message>
    <message>
      <source>The last 7 days</source>
      <translation>最近 7 天</translation>
    </message>
    <message>
      <source>The last one is from {when}.</source>
      <translation>最近一份制作于 {when}。</translation>
    </message>
    <message>
      <source>The last year</source>
      <translation>最近一年</translation>
    </message>
    <message>
      <source>The log cannot be read: {reason}.</source>
      <translation>无法读取日志：{reason}。</translation>
    </message>
    <message>
      <source>The log is empty.</source>
      <translation>日志是空的。</translation>
    </message>
    <message>
      <source>The longest answer allowed was reached</source>
      <translation>达到允许的最长回答</translation>
    </message>
    <message>
      <source>The model called tools</source>
      <translation>模型调用了工具</translation>
    </message>
    <message>
      <source>The model had nothing more to say</source>
      <translation>模型已说完</translation>
    </message>
    <message>
      <source>The model is writing the summary. You can go on writing meanwhile.</source>
      <translation>模型正在写摘要。您可以继续书写。</translation>
    </message>
    <message>
      <source>The model no longer sees above here</source>
      <translation>模型不再看到以上内容</translation>
    </message>
    <message>
      <source>The model sees a summary of what is above</source>
      <translation>模型看到的是以上内容的摘要</translation>
    </message>
    <message>
      <source>The model sees no images: it is told only that there is one.</source>
      <translation>模型看不到图片，只会被告知有一张图片。</translation>
    </message>
    <message>
      <source>The model was told so.</source>
      <translation>已告知模型。</translation>
    </message>
    <message>
      <source>The model wrote</source>
      <translation>模型写的是</translation>
    </message>
    <message>
      <source>The models’</source>
      <translation>模型的</translation>
    </message>
    <message>
      <source>The model’s clock shows when this conversation began.</source>
      <translation>模型的时钟显示的是此会话开始的时间。</translation>
    </message>
    <message>
      <source>The next answer there {forecast}.</source>
      <translation>那里的下一次回答{forecast}。</translation>
    </message>
    <message>
      <source>The next answer {forecast}</source>
      <translation>下一次回答{forecast}</translation>
    </message>
    <message>
      <source>The reasoning never ended</source>
      <translation>思考没有结束</translation>
    </message>
    <message>
      <source>The report could not be saved: {reason}.</source>
      <translation>无法保存报告：{reason}。</translation>
    </message>
    <message>
      <source>The report is in the clipboard.</source>
      <translation>报告已复制到剪贴板。</translation>
    </message>
    <message>
      <source>The round was cut off</source>
      <translation>这一轮被截断</translation>
    </message>
    <message>
      <source>The trash is empty. What you delete stays here for {days} days.</source>
      <translation>回收站是空的。删除的内容会在这里保留 {days} 天。</translation>
    </message>
    <message>
      <source>Theme: as the system</source>
      <translation>主题：跟随系统</translation>
    </message>
    <message>
      <source>Theme: dark</source>
      <translation>主题：深色</translation>
    </message>
    <message>
      <source>Theme: light</source>
      <translation>主题：浅色</translation>
    </message>
    <message>
      <source>There is no folder “{name}”.</source>
      <translation>没有文件夹“{name}”。</translation>
    </message>
    <message>
      <source>There is none yet.</source>
      <translation>还没有。</translation>
    </message>
    <message>
      <source>There is nothing to be gained by compacting.</source>
      <translation>没有可压缩的空间。</translation>
    </message>
    <message>
      <source>There is nothing to copy yet.</source>
      <translation>还没有可复制的内容。</translation>
    </message>
    <message>
      <source>These settings, presets, choices for models, the place of the window.</source>
      <translation>这些设置、预设、模型选项和窗口位置。</translation>
    </message>
    <message>
      <source>Think</source>
      <translation>思考</translation>
    </message>
    <message>
      <source>Think: off</source>
      <translation>思考：关</translation>
    </message>
    <message>
      <source>Think: on</source>
      <translation>思考：开</translation>
    </message>
    <message>
      <source>Think: {value}</source>
      <translation>思考：{value}</translation>
    </message>
    <message>
      <source>Think: {value} effort</source>
      <translation>思考强度：{value}</translation>
    </message>
    <message>
      <source>Thinking</source>
      <translation>思考</translation>
    </message>
    <message>
      <source>Thinking… {seconds} s</source>
      <translation>正在思考… {seconds} 秒</translation>
    </message>
    <message>
      <source>This answer was interrupted.</source>
      <translation>此回答被中断。</translation>
    </message>
    <message>
      <source>This build does not carry their names.</source>
      <translation>此版本不包含它们的名称。</translation>
    </message>
    <message>
      <source>This conversation</source>
      <translation>此会话</translation>
    </message>
    <message>
      <source>This conversation is never stored. It is gone when Parley closes.</source>
      <translation>此会话从不保存，关闭 Parley 后即消失。</translation>
    </message>
    <message>
      <source>This holds when the model is loaded again.</source>
      <translation>重新加载模型后生效。</translation>
    </message>
    <message>
      <source>This model always thinks before it answers</source>
      <translation>此模型在回答前总会思考</translation>
    </message>
    <message>
      <source>This picture cannot be shown.</source>
      <translation>无法显示此图片。</translation>
    </message>
    <message>
      <source>Thought</source>
      <translation>思考过程</translation>
    </message>
    <message>
      <source>Thought for {minutes} min {seconds} s</source>
      <translation>思考了 {minutes} 分 {seconds} 秒</translation>
    </message>
    <message>
      <source>Thought for {seconds} s</source>
      <translation>思考了 {seconds} 秒</translation>
    </message>
    <message>
      <source>Title of the conversation</source>
      <translation>会话标题</translation>
    </message>
    <message>
      <source>Titles</source>
      <translation>标题</translation>
    </message>
    <message>
      <source>Today</source>
      <translation>今天</translation>
    </message>
    <message>
      <source>Token probabilities</source>
      <translation>词元概率</translation>
    </message>
    <message>
      <source>Token {number}: choose another to go on from here</source>
      <translation>第 {number} 个词元：选择另一个，从这里继续</translation>
    </message>
    <message>
      <source>Tokens</source>
      <translation>词元</translation>
    </message>
    <message>
      <source>Tool</source>
      <translation>工具</translation>
    </message>
    <message>
      <source>Tool call {call}, {state}</source>
      <translation>工具调用 {call}，{state}</translation>
    </message>
    <message>
      <source>Tools</source>
      <translation>工具</translation>
    </message>
    <message>
      <source>Tools off</source>
      <translation>关闭工具</translation>
    </message>
    <message>
      <source>Tools on</source>
      <translation>开启工具</translation>
    </message>
    <message>
      <source>Trace</source>
      <translation>跟踪记录</translation>
    </message>
    <message>
      <source>Trash</source>
      <translation>回收站</translation>
    </message>
    <message>
      <source>Trash: conversations you deleted</source>
      <translation>回收站：您删除的会话</translation>
    </message>
    <message>
      <source>Try the starter model</source>
      <translation>试用入门模型</translation>
    </message>
    <message>
      <source>Undo</source>
      <translation>撤销</translation>
    </message>
    <message>
      <source>Undo {title}</source>
      <translation>撤销“{title}”</translation>
    </message>
    <message>
      <source>Unfold</source>
      <translation>展开</translation>
    </message>
    <message>
      <source>Unload</source>
      <translation>卸载</translation>
    </message>
    <message>
      <source>Unpin</source>
      <translation>取消置顶</translation>
    </message>
    <message>
      <source>Unwrap</source>
      <translation>取消换行</translation>
    </message>
    <message>
      <source>Update “{name}”</source>
      <translation>更新“{name}”</translation>
    </message>
    <message>
      <source>Use</source>
      <translation>使用</translation>
    </message>
    <message>
      <source>Use the tools</source>
      <translation>使用工具</translation>
    </message>
    <message>
      <source>Used lately</source>
      <translation>最近使用</translation>
    </message>
    <message>
      <source>Version {number} of {count}, All branches</source>
      <translation>第 {number} 版，共 {count} 版，所有分支</translation>
    </message>
    <message>
      <source>Versions</source>
      <translation>版本</translation>
    </message>
    <message>
      <source>Waiting for another answer</source>
      <translation>等待另一个回答</translation>
    </message>
    <message>
      <source>Waiting for other answers</source>
      <translation>等待其他回答</translation>
    </message>
    <message>
      <source>Waiting for the first word</source>
      <translation>等待第一个字</translation>
    </message>
    <message>
      <source>Warnings and errors</source>
      <translation>警告和错误</translation>
    </message>
    <message>
      <source>Weekly copy</source>
      <translation>每周备份</translation>
    </message>
    <message>
      <source>Weights</source>
      <translation>权重</translation>
    </message>
    <message>
      <source>Welcome to Parley</source>
      <translation>欢迎使用 Parley</translation>
    </message>
    <message>
      <source>What Parley connects to</source>
      <translation>Parley 会连接到哪里</translation>
    </message>
    <message>
      <source>What Parley tells others</source>
      <translation>Parley 向外发送什么</translation>
    </message>
    <message>
      <source>What can be done with the message</source>
      <translation>可对消息进行的操作</translation>
    </message>
    <message>
      <source>What fits</source>
      <translation>匹配项</translation>
    </message>
    <message>
      <source>What is 17.5 % of 2480, and which date will it be in 45 days?</source>
      <translation>2480 的 17.5% 是多少？45 天后是几月几日？</translation>
    </message>
    <message>
      <source>What is here is removed for good {days} days after it was deleted.</source>
      <translation>这里的内容在删除 {days} 天后彻底移除。</translation>
    </message>
    <message>
      <source>What is not stored</source>
      <translation>不保存什么</translation>
    </message>
    <message>
      <source>What is stored</source>
      <translation>保存什么</translation>
    </message>
    <message>
      <source>What it does</source>
      <translation>特性</translation>
    </message>
    <message>
      <source>What the engine need not read again; made anew when it is missing.</source>
      <translation>引擎无需再次读取的内容；缺失时会重新生成。</translation>
    </message>
    <message>
      <source>What the model reads instead</source>
      <translation>模型改为读取的内容</translation>
    </message>
    <message>
      <source>What the model saw</source>
      <translation>模型看到的内容</translation>
    </message>
    <message>
      <source>What the model sees shows here once it is loaded.</source>
      <translation>加载后，这里显示模型看到的内容。</translation>
    </message>
    <message>
      <source>What the model sees shows here when its answer is complete.</source>
      <translation>回答完成后，这里显示模型看到的内容。</translation>
    </message>
    <message>
      <source>What the program did, never what was said in a conversation.</source>
      <translation>程序做过的事，从不包含会话内容。</translation>
    </message>
    <message>
      <source>What to ask the model</source>
      <translation>向模型提出的问题</translation>
    </message>
    <message>
      <source>What was found</source>
      <translation>搜索结果</translation>
    </message>
    <message>
      <source>When</source>
      <translation>时间</translation>
    </message>
    <message>
      <source>When the context is full</source>
      <translation>上下文已满时</translation>
    </message>
    <message>
      <source>Whether the model thinks before it answers</source>
      <translation>模型回答前是否思考</translation>
    </message>
    <message>
      <source>Which model</source>
      <translation>哪个模型</translation>
    </message>
    <message>
      <source>Whose messages</source>
      <translation>谁的消息</translation>
    </message>
    <message>
      <source>With the tag</source>
      <translation>带标签</translation>
    </message>
    <message>
      <source>With the time of now, the next answer {cost}.</source>
      <translation>换成现在的时间后，下一次回答{cost}。</translation>
    </message>
    <message>
      <source>With this choice, the next answer {cost}.</source>
      <translation>选择此项后，下一次回答{cost}。</translation>
    </message>
    <message>
      <source>Word</source>
      <translation>Word</translation>
    </message>
    <message>
      <source>Wrap</source>
      <translation>自动换行</translation>
    </message>
    <message>
      <source>Write a Python function that finds duplicates in a list, with an example.</source>
      <translation>写一个查找列表中重复项的 Python 函数，并举例。</translation>
    </message>
    <message>
      <source>Write a message</source>
      <translation>写消息</translation>
    </message>
    <message>
      <source>Write a question; it is not answered</source>
      <translation>写一个问题；不会生成回答</translation>
    </message>
    <message>
      <source>Write an answer in the model’s place</source>
      <translation>代替模型写一个回答</translation>
    </message>
    <message>
      <source>Write code</source>
      <translation>写代码</translation>
    </message>
    <message>
      <source>Writing</source>
      <translation>生成</translation>
    </message>
    <message>
      <source>Writing…</source>
      <translation>正在生成…</translation>
    </message>
    <message>
      <source>Writing… {count} characters</source>
      <translation>正在生成… {count} 个字符</translation>
    </message>
    <message>
      <source>Written</source>
      <translation>已生成</translation>
    </message>
    <message>
      <source>Written with {before}; it needs {count} tokens, and {now} holds {window}.</source>
      <translation>此前使用 {before}；需要 {count} 个词元，而 {now} 只容纳 {window} 个。</translation>
    </message>
    <message>
      <source>Written with {before}; {now} has not read it yet.</source>
      <translation>此前使用 {before}；{now} 尚未读取。</translation>
    </message>
    <message>
      <source>Written with {before}; {now} takes {restored} tokens from disk and reads {count}.</source>
      <translation>此前使用 {before}；{now} 将从磁盘取 {restored} 个词元，并读取 {count} 个。</translation>
    </message>
    <message>
      <source>Written with {before}; {now} will read {count} tokens once (about {minutes} min).</source>
      <translation>此前使用 {before}；{now} 将读取 {count} 个词元一次（约 {minutes} 分钟）。</translation>
    </message>
    <message>
      <source>Written with {before}; {now} will read {count} tokens once (about {seconds} s).</source>
      <translation>此前使用 {before}；{now} 将读取 {count} 个词元一次（约 {seconds} 秒）。</translation>
    </message>
    <message>
      <source>Written with {before}; {now} will read {count} tokens once.</source>
      <translation>此前使用 {before}；{now} 将读取 {count} 个词元一次。</translation>
    </message>
    <message>
      <source>Yesterday</source>
      <translation>昨天</translation>
    </message>
    <message>
      <source>You</source>
      <translation>您</translation>
    </message>
    <message>
      <source>You can go on. If it happens again, a report helps to mend it: it is sent nowhere by itself, and you can read all of it here.</source>
      <translation>您可以继续。如果再次发生，报告有助于修复：它不会自动发送到任何地方，您可以在这里读到全部内容。</translation>
    </message>
    <message>
      <source>You can write already: the answer starts when it is ready.</source>
      <translation>现在就可以写：模型就绪后开始回答。</translation>
    </message>
    <message>
      <source>You, message {number} of {count}</source>
      <translation>您，第 {number} 条消息，共 {count} 条</translation>
    </message>
    <message>
      <source>Your conversations will be here in a moment.</source>
      <translation>您的会话马上就会出现在这里。</translation>
    </message>
    <message>
      <source>Your conversations will be listed here, and each is kept as it is written. The dashed button begins one that is never stored.</source>
      <translation>您的会话会列在这里，边写边保存。虚线按钮会开始一个从不保存的会话。</translation>
    </message>
    <message>
      <source>Your conversations: {percent} % is saved.</source>
      <translation>您的会话：已保存 {percent}%。</translation>
    </message>
    <message>
      <source>Your draft</source>
      <translation>您的草稿</translation>
    </message>
    <message>
      <source>Yours</source>
      <translation>您的</translation>
    </message>
    <message>
      <source>[1 item]</source>
      <translation>[1 项]</translation>
    </message>
    <message>
      <source>[image: {name}]</source>
      <translation>[图片：{name}]</translation>
    </message>
    <message>
      <source>[image]</source>
      <translation>[图片]</translation>
    </message>
    <message>
      <source>[{count} items]</source>
      <translation>[{count} 项]</translation>
    </message>
    <message>
      <source>about {minutes} min</source>
      <translation>约 {minutes} 分钟</translation>
    </message>
    <message>
      <source>about {seconds} s</source>
      <translation>约 {seconds} 秒</translation>
    </message>
    <message>
      <source>after {seconds} s</source>
      <translation>{seconds} 秒后</translation>
    </message>
    <message>
      <source>all</source>
      <translation>全部</translation>
    </message>
    <message>
      <source>always the likeliest token</source>
      <translation>总取概率最高的词元</translation>
    </message>
    <message>
      <source>answering</source>
      <translation>正在回答</translation>
    </message>
    <message>
      <source>assistant</source>
      <translation>助手</translation>
    </message>
    <message>
      <source>at most {tokens} tokens</source>
      <translation>最多 {tokens} 个词元</translation>
    </message>
    <message>
      <source>calculator</source>
      <translation>计算器</translation>
    </message>
    <message>
      <source>clock</source>
      <translation>时钟</translation>
    </message>
    <message>
      <source>context full</source>
      <translation>上下文已满</translation>
    </message>
    <message>
      <source>context of {tokens} tokens</source>
      <translation>上下文 {tokens} 个词元</translation>
    </message>
    <message>
      <source>control token</source>
      <translation>控制词元</translation>
    </message>
    <message>
      <source>d MMM</source>
      <translation>M月d日</translation>
    </message>
    <message>
      <source>d MMM HH:mm</source>
      <translation>M月d日 HH:mm</translation>
    </message>
    <message>
      <source>end of turn</source>
      <translation>本轮结束</translation>
    </message>
    <message>
      <source>first {percent} %</source>
      <translation>前 {percent}%</translation>
    </message>
    <message>
      <source>fits in {machine}</source>
      <translation>{machine} 放得下</translation>
    </message>
    <message>
      <source>folded</source>
      <translation>已折叠</translation>
    </message>
    <message>
      <source>here</source>
      <translation>此处</translation>
    </message>
    <message>
      <source>id {id}</source>
      <translation>ID {id}</translation>
    </message>
    <message>
      <source>in folder {name}</source>
      <translation>在文件夹 {name} 中</translation>
    </message>
    <message>
      <source>length limit</source>
      <translation>长度上限</translation>
    </message>
    <message>
      <source>less</source>
      <translation>更低</translation>
    </message>
    <message>
      <source>loaded</source>
      <translation>已加载</translation>
    </message>
    <message>
      <source>min-p</source>
      <translation>min-p</translation>
    </message>
    <message>
      <source>name</source>
      <translation>名称</translation>
    </message>
    <message>
      <source>needs {needed} of memory, there is {machine}</source>
      <translation>需要 {needed} 内存，本机有 {machine}</translation>
    </message>
    <message>
      <source>none</source>
      <translation>无</translation>
    </message>
    <message>
      <source>nothing there</source>
      <translation>没有内容</translation>
    </message>
    <message>
      <source>off</source>
      <translation>关</translation>
    </message>
    <message>
      <source>on</source>
      <translation>开</translation>
    </message>
    <message>
      <source>open</source>
      <translation>已展开</translation>
    </message>
    <message>
      <source>pinned</source>
      <translation>已置顶</translation>
    </message>
    <message>
      <source>preset</source>
      <translation>预设</translation>
    </message>
    <message>
      <source>restored</source>
      <translation>从磁盘恢复</translation>
    </message>
    <message>
      <source>reused</source>
      <translation>复用</translation>
    </message>
    <message>
      <source>row {row}, column {column}</source>
      <translation>第 {row} 行第 {column} 列</translation>
    </message>
    <message>
      <source>row {row}: {words}</source>
      <translation>第 {row} 行：{words}</translation>
    </message>
    <message>
      <source>see its package</source>
      <translation>见其软件包</translation>
    </message>
    <message>
      <source>stop text</source>
      <translation>停止字符串</translation>
    </message>
    <message>
      <source>stopped</source>
      <translation>已停止</translation>
    </message>
    <message>
      <source>system</source>
      <translation>系统</translation>
    </message>
    <message>
      <source>tags: {names}</source>
      <translation>标签：{names}</translation>
    </message>
    <message>
      <source>temperature</source>
      <translation>温度</translation>
    </message>
    <message>
      <source>template</source>
      <translation>模板</translation>
    </message>
    <message>
      <source>text</source>
      <translation>文本</translation>
    </message>
    <message>
      <source>the keys of {label}</source>
      <translation>“{label}”的快捷键</translation>
    </message>
    <message>
      <source>to read</source>
      <translation>待读取</translation>
    </message>
    <message>
      <source>token {number}</source>
      <translation>词元 {number}</translation>
    </message>
    <message>
      <source>tool</source>
      <translation>工具</translation>
    </message>
    <message>
      <source>tool calls</source>
      <translation>工具调用</translation>
    </message>
    <message>
      <source>top-k</source>
      <translation>top-k</translation>
    </message>
    <message>
      <source>top-p</source>
      <translation>top-p</translation>
    </message>
    <message>
      <source>unknown</source>
      <translation>未知</translation>
    </message>
    <message>
      <source>user</source>
      <translation>用户</translation>
    </message>
    <message>
      <source>usual value</source>
      <translation>常用值</translation>
    </message>
    <message>
      <source>{action}
#tag and folder:name narrow it down</source>
      <translation>{action}
可用 #标签 和 folder:名称 缩小范围</translation>
    </message>
    <message>
      <source>{cause}.</source>
      <translation>{cause}。</translation>
    </message>
    <message>
      <source>{count} below 10 %</source>
      <translation>{count} 个低于 10%</translation>
    </message>
    <message>
      <source>{count} conversations</source>
      <translation>{count} 个会话</translation>
    </message>
    <message>
      <source>{count} conversations are back in the list.</source>
      <translation>{count} 个会话已回到列表。</translation>
    </message>
    <message>
      <source>{count} conversations are in the trash.</source>
      <translation>{count} 个会话已移到回收站。</translation>
    </message>
    <message>
      <source>{count} conversations are in “{folder}” now.</source>
      <translation>{count} 个会话现在位于“{folder}”。</translation>
    </message>
    <message>
      <source>{count} days left</source>
      <translation>还剩 {count} 天</translation>
    </message>
    <message>
      <source>{count} entries</source>
      <translation>{count} 条</translation>
    </message>
    <message>
      <source>{count} fields</source>
      <translation>{count} 个字段</translation>
    </message>
    <message>
      <source>{count} files do not fit into the context: only their beginnings are sent.</source>
      <translation>{count} 个文件放不进上下文：只发送它们的开头部分。</translation>
    </message>
    <message>
      <source>{count} from disk</source>
      <translation>来自磁盘 {count}</translation>
    </message>
    <message>
      <source>{count} in the cache</source>
      <translation>缓存中 {count}</translation>
    </message>
    <message>
      <source>{count} messages</source>
      <translation>{count} 条消息</translation>
    </message>
    <message>
      <source>{count} more characters: copy them</source>
      <translation>还有 {count} 个字符：复制</translation>
    </message>
    <message>
      <source>{count} of {total}</source>
      <translation>{count} / {total}</translation>
    </message>
    <message>
      <source>{count} on disk</source>
      <translation>磁盘上 {count}</translation>
    </message>
    <message>
      <source>{count} problems in Parley. Everything written so far is kept.</source>
      <translation>Parley 出现 {count} 个问题。到目前为止写下的内容都已保留。</translation>
    </message>
    <message>
      <source>{count} prompts were added.</source>
      <translation>已添加 {count} 个提示词。</translation>
    </message>
    <message>
      <source>{count} read</source>
      <translation>读取 {count}</translation>
    </message>
    <message>
      <source>{count} read ahead</source>
      <translation>预读 {count}</translation>
    </message>
    <message>
      <source>{count} reused</source>
      <translation>复用 {count}</translation>
    </message>
    <message>
      <source>{count} rounds</source>
      <translation>{count} 轮</translation>
    </message>
    <message>
      <source>{count} to read</source>
      <translation>待读取 {count}</translation>
    </message>
    <message>
      <source>{count} tokens</source>
      <translation>{count} 个词元</translation>
    </message>
    <message>
      <source>{count} tokens · {share} % reused</source>
      <translation>{count} 个词元 · 复用 {share}%</translation>
    </message>
    <message>
      <source>{keys} goes to anything</source>
      <translation>{keys} 转到任意位置</translation>
    </message>
    <message>
      <source>{keys} is needed for writing: choose keys with Ctrl or Alt.</source>
      <translation>{keys} 是书写所需的按键：请选择含 Ctrl 或 Alt 的组合。</translation>
    </message>
    <message>
      <source>{keys} is taken by “{label}”: give that other keys first.</source>
      <translation>{keys} 已用于“{label}”：请先为它换一组按键。</translation>
    </message>
    <message>
      <source>{keys} opens a GGUF file</source>
      <translation>{keys} 打开 GGUF 文件</translation>
    </message>
    <message>
      <source>{keys} opens the settings</source>
      <translation>{keys} 打开设置</translation>
    </message>
    <message>
      <source>{keys} searches all conversations</source>
      <translation>{keys} 搜索所有会话</translation>
    </message>
    <message>
      <source>{keys} shows what the model sees</source>
      <translation>{keys} 显示模型看到的内容</translation>
    </message>
    <message>
      <source>{kind} · not seen by the model</source>
      <translation>{kind} · 模型看不到</translation>
    </message>
    <message>
      <source>{kind} · {count} tokens</source>
      <translation>{kind} · {count} 个词元</translation>
    </message>
    <message>
      <source>{kind} · {tokens} tokens</source>
      <translation>{kind} · {tokens} 个词元</translation>
    </message>
    <message>
      <source>{label}: {keys}</source>
      <translation>{label}：{keys}</translation>
    </message>
    <message>
      <source>{name} is built in: another name</source>
      <translation>{name} 是内置的：请换个名称</translation>
    </message>
    <message>
      <source>{name} is here for the first time. {sentences}</source>
      <translation>第一次使用 {name}。{sentences}</translation>
    </message>
    <message>
      <source>{name} is taken: another name</source>
      <translation>{name} 已被占用：请换个名称</translation>
    </message>
    <message>
      <source>{name}, changed</source>
      <translation>{name}，已更改</translation>
    </message>
    <message>
      <source>{name}: {count} tokens</source>
      <translation>{name}：{count} 个词元</translation>
    </message>
    <message>
      <source>{name}: {value}</source>
      <translation>{name}：{value}</translation>
    </message>
    <message>
      <source>{number} of {total}</source>
      <translation>{number} / {total}</translation>
    </message>
    <message>
      <source>{open} is filled in when the prompt is used; {begun} has something to begin with. {selection} is what is selected in the conversation, {clipboard} what was copied, {date} the date of today.</source>
      <translation>{open} 在使用提示词时填写；{begun} 带有初始值。{selection} 是会话中选中的内容，{clipboard} 是复制的内容，{date} 是今天的日期。</translation>
    </message>
    <message>
      <source>{read} of {prompt} read</source>
      <translation>读取 {read} / {prompt}</translation>
    </message>
    <message>
      <source>{seconds} s</source>
      <translation>{seconds} 秒</translation>
    </message>
    <message>
      <source>{sent} of {tokens} tokens</source>
      <translation>{sent} / {tokens} 个词元</translation>
    </message>
    <message>
      <source>{share} %</source>
      <translation>{share}%</translation>
    </message>
    <message>
      <source>{share} on average</source>
      <translation>平均 {share}</translation>
    </message>
    <message>
      <source>{size} GB</source>
      <translation>{size} GB</translation>
    </message>
    <message>
      <source>{size} MB</source>
      <translation>{size} MB</translation>
    </message>
    <message>
      <source>{size} bytes</source>
      <translation>{size} 字节</translation>
    </message>
    <message>
      <source>{size} bytes · {fit}</source>
      <translation>{size} 字节 · {fit}</translation>
    </message>
    <message>
      <source>{size} kB</source>
      <translation>{size} kB</translation>
    </message>
    <message>
      <source>{speaker}: </source>
      <translation>{speaker}：</translation>
    </message>
    <message>
      <source>{speed} tok/s</source>
      <translation>{speed} 词元/秒</translation>
    </message>
    <message>
      <source>{speed} tok/s in {seconds} s</source>
      <translation>{speed} 词元/秒，用时 {seconds} 秒</translation>
    </message>
    <message>
      <source>{titles} hold when the model is loaded again.</source>
      <translation>{titles}在重新加载模型后生效。</translation>
    </message>
    <message>
      <source>{title} (copy)</source>
      <translation>{title}（副本）</translation>
    </message>
    <message>
      <source>{title} holds when the model is loaded again.</source>
      <translation>{title}在重新加载模型后生效。</translation>
    </message>
    <message>
      <source>{title}, {left}</source>
      <translation>{title}，{left}</translation>
    </message>
    <message>
      <source>{title}, {speaker}, {date}, in the file {file}: {snippet}</source>
      <translation>{title}，{speaker}，{date}，文件 {file} 中：{snippet}</translation>
    </message>
    <message>
      <source>{title}, {speaker}, {date}: {snippet}</source>
      <translation>{title}，{speaker}，{date}：{snippet}</translation>
    </message>
    <message>
      <source>{token} · id {id} · {chance}</source>
      <translation>{token} · ID {id} · {chance}</translation>
    </message>
    <message>
      <source>{token}, {chance}, go on with it</source>
      <translation>{token}，{chance}，由此继续</translation>
    </message>
    <message>
      <source>{token}, {chance}, written</source>
      <translation>{token}，{chance}，已采用</translation>
    </message>
    <message>
      <source>{used} / {whole}</source>
      <translation>{used} / {whole}</translation>
    </message>
    <message>
      <source>{used} of {whole}</source>
      <translation>{used} / {whole}</translation>
    </message>
    <message>
      <source>{value} effort</source>
      <translation>强度：{value}</translation>
    </message>
    <message>
      <source>“{before}” is now “{name}”.</source>
      <translation>“{before}”已改名为“{name}”。</translation>
    </message>
    <message>
      <source>“{name}” does not fit into the context: only its first {percent} % is sent.</source>
      <translation>“{name}”放不进上下文：只发送前 {percent}%。</translation>
    </message>
    <message>
      <source>“{name}” is applied to this conversation.</source>
      <translation>“{name}”已应用于此会话。</translation>
    </message>
    <message>
      <source>“{name}” is applied.</source>
      <translation>“{name}”已应用。</translation>
    </message>
    <message>
      <source>“{name}” is deleted.</source>
      <translation>“{name}”已删除。</translation>
    </message>
    <message>
      <source>“{name}” is replaced.</source>
      <translation>“{name}”已替换。</translation>
    </message>
    <message>
      <source>“{name}” is saved.</source>
      <translation>“{name}”已保存。</translation>
    </message>
    <message>
      <source>“{name}” is still to be filled in. Enter once more sends it as it is.</source>
      <translation>“{name}”尚未填写。再按一次 Enter 原样发送。</translation>
    </message>
    <message>
      <source>“{name}” is updated.</source>
      <translation>“{name}”已更新。</translation>
    </message>
    <message>
      <source>“{title}”</source>
      <translation>“{title}”</translation>
    </message>
    <message>
      <source>“{title}” is back in the list.</source>
      <translation>“{title}”已回到列表。</translation>
    </message>
    <message>
      <source>“{title}” is in the trash.</source>
      <translation>“{title}”已移到回收站。</translation>
    </message>
    <message>
      <source>“{title}” is in “{folder}” now.</source>
      <translation>“{title}”现在位于“{folder}”。</translation>
    </message>
  </context>
  <context>
    <name>below</name>
    <message>
      <source>A bias is given for a token that the vocabulary does not have.</source>
      <translation>偏置指定了词表中没有的词元。</translation>
    </message>
    <message>
      <source>A call is required, but no tool is declared.</source>
      <translation>要求调用工具，但没有声明任何工具。</translation>
    </message>
    <message>
      <source>A content part of message {1} is not an object with a type.</source>
      <translation>消息 {1} 的一个内容部分不是带类型的对象。</translation>
    </message>
    <message>
      <source>A context of {1} tokens takes {2} GB, and this machine has {3} GB; load the model with a smaller context.</source>
      <translation>{1} 个词元的上下文需要 {2} GB，而本机有 {3} GB；请用更小的上下文加载模型。</translation>
    </message>
    <message>
      <source>A faster way to compute attention that some devices do not have.</source>
      <translation>一种更快的注意力计算方式，有些设备不支持。</translation>
    </message>
    <message>
      <source>A file is still being read: send the message when it is there.</source>
      <translation>有文件仍在读取：请等读完再发送。</translation>
    </message>
    <message>
      <source>A new conversation gets a short title from the model while it has nothing to do.</source>
      <translation>模型空闲时为新会话起一个简短的标题。</translation>
    </message>
    <message>
      <source>A stray {1} was left out.</source>
      <translation>已略去多余的 {1}。</translation>
    </message>
    <message>
      <source>A tool call inside the reasoning was not carried out.</source>
      <translation>思考中的一次工具调用没有执行。</translation>
    </message>
    <message>
      <source>A tool call of message {1} has no function object.</source>
      <translation>消息 {1} 的一次工具调用没有 function 对象。</translation>
    </message>
    <message>
      <source>A tool must be an object with a function that has a name.</source>
      <translation>工具必须是带有具名 function 的对象。</translation>
    </message>
    <message>
      <source>A turn ends with {1}, less often with {2}.</source>
      <translation>一轮以 {1} 结束，较少以 {2} 结束。</translation>
    </message>
    <message>
      <source>A turn ends with {1}.</source>
      <translation>一轮以 {1} 结束。</translation>
    </message>
    <message>
      <source>Above 1, tokens that were there before become less likely.</source>
      <translation>大于 1 时，已出现过的词元更不容易再出现。</translation>
    </message>
    <message>
      <source>After an answer with reasoning, {1}.</source>
      <translation>带思考的回答之后，{1}。</translation>
    </message>
    <message>
      <source>After an answer without reasoning, {1}.</source>
      <translation>不带思考的回答之后，{1}。</translation>
    </message>
    <message>
      <source>After the restore the model does not say what it said before.</source>
      <translation>恢复之后，模型的输出与之前不同。</translation>
    </message>
    <message>
      <source>All</source>
      <translation>全部</translation>
    </message>
    <message>
      <source>Also when a tool waits for approval; only while you are not at the window.</source>
      <translation>工具等待批准时也会通知；仅在您不在窗口前时。</translation>
    </message>
    <message>
      <source>An answer begins inside the reasoning, which the template opens.</source>
      <translation>回答从模板打开的思考部分开始。</translation>
    </message>
    <message>
      <source>An answer is being written: wait for its end or stop it first.</source>
      <translation>正在生成回答：请等它结束，或先停止它。</translation>
    </message>
    <message>
      <source>An answer that begins so cannot keep the form it is held to. Ask without the form, or begin anew.</source>
      <translation>这样开头的回答无法符合要求的格式。请不带格式要求再问，或重新开始。</translation>
    </message>
    <message>
      <source>An answer that reaches this length ends there and can be continued.</source>
      <translation>回答达到此长度即停止，之后可以继续。</translation>
    </message>
    <message>
      <source>Another program is using {1}. Close it, then try again.</source>
      <translation>另一个程序正在使用 {1}。请关闭它再试。</translation>
    </message>
    <message>
      <source>Answers go on being written; the icon's menu shows the window and quits.</source>
      <translation>回答会继续生成；图标的菜单可显示窗口或退出。</translation>
    </message>
    <message>
      <source>As the system</source>
      <translation>跟随系统</translation>
    </message>
    <message>
      <source>Automatic</source>
      <translation>自动</translation>
    </message>
    <message>
      <source>Beside the summary, the next message {1}.</source>
      <translation>除摘要外，下一条消息{1}。</translation>
    </message>
    <message>
      <source>CPU, 1 thread</source>
      <translation>CPU，1 线程</translation>
    </message>
    <message>
      <source>CPU, {1} threads</source>
      <translation>CPU，{1} 线程</translation>
    </message>
    <message>
      <source>Calls cannot be required of a model that writes {1}; known are {2}.</source>
      <translation>无法要求使用 {1} 格式的模型调用工具；已知的格式有 {2}。</translation>
    </message>
    <message>
      <source>Colours of the window.</source>
      <translation>窗口的颜色。</translation>
    </message>
    <message>
      <source>Context</source>
      <translation>上下文</translation>
    </message>
    <message>
      <source>Dark</source>
      <translation>深色</translation>
    </message>
    <message>
      <source>Disk space for read prompts</source>
      <translation>已读提示词的磁盘空间</translation>
    </message>
    <message>
      <source>Disk space for read prompts (0: none)</source>
      <translation>已读提示词的磁盘空间 (0：不用)</translation>
    </message>
    <message>
      <source>Earlier reasoning stays in the prompt.</source>
      <translation>之前的思考会保留在提示词中。</translation>
    </message>
    <message>
      <source>English</source>
      <translation>English</translation>
    </message>
    <message>
      <source>Everything the model reads and writes is appended to a file on this machine.</source>
      <translation>模型读取和生成的一切都会追加写入本机的一个文件。</translation>
    </message>
    <message>
      <source>Fewer leave room on a GPU with little memory; without a GPU it changes nothing.</source>
      <translation>层数少一些可为显存小的 GPU 留出空间；没有 GPU 时不起作用。</translation>
    </message>
    <message>
      <source>Flash attention</source>
      <translation>Flash attention</translation>
    </message>
    <message>
      <source>GB</source>
      <translation>GB</translation>
    </message>
    <message>
      <source>Higher is more surprising; at 0 the likeliest token is always taken.</source>
      <translation>越高越出人意料；为 0 时总是取概率最高的词元。</translation>
    </message>
    <message>
      <source>How many threads compute; automatic takes the physical cores.</source>
      <translation>用多少线程计算；自动时取物理核心数。</translation>
    </message>
    <message>
      <source>How much of a conversation the model sees at once; more takes more memory.</source>
      <translation>模型一次能看到会话的多少内容；越多占用内存越大。</translation>
    </message>
    <message>
      <source>How much stays when room is made; keeping more makes room more often.</source>
      <translation>腾出空间时保留多少；保留越多，腾空间就越频繁。</translation>
    </message>
    <message>
      <source>It belongs to another model or another way of loading it.</source>
      <translation>它属于另一个模型，或另一种加载方式。</translation>
    </message>
    <message>
      <source>It can think before it answers; the Think button switches that.</source>
      <translation>它可以在回答前思考，用“思考”按钮切换。</translation>
    </message>
    <message>
      <source>It can use tools, but sees its own calls in other words.</source>
      <translation>它可以使用工具，但看到的自己的调用会有所改写。</translation>
    </message>
    <message>
      <source>It can use tools.</source>
      <translation>它可以使用工具。</translation>
    </message>
    <message>
      <source>It has no system role: instructions go in front of the first question.</source>
      <translation>它没有系统角色：指令放在第一个问题之前。</translation>
    </message>
    <message>
      <source>It has these switches: {1}.</source>
      <translation>它有这些开关：{1}。</translation>
    </message>
    <message>
      <source>It has {1} bytes, which is not what it should have.</source>
      <translation>它有 {1} 字节，与应有的大小不符。</translation>
    </message>
    <message>
      <source>It holds when a model is loaded next.</source>
      <translation>下次加载模型时生效。</translation>
    </message>
    <message>
      <source>It thinks before it answers.</source>
      <translation>它在回答前会思考。</translation>
    </message>
    <message>
      <source>It thinks before it answers; the Think button says how hard.</source>
      <translation>它在回答前会思考，用“思考”按钮设定强度。</translation>
    </message>
    <message>
      <source>Its chat template does not work.</source>
      <translation>它的对话模板无法使用。</translation>
    </message>
    <message>
      <source>Its format {1} or its sizes are not known here.</source>
      <translation>无法识别其格式 {1} 或尺寸。</translation>
    </message>
    <message>
      <source>Its header lacks or misstates something ({1}).</source>
      <translation>其头部缺少内容或有误（{1}）。</translation>
    </message>
    <message>
      <source>Its lengths and positions do not fit together.</source>
      <translation>其长度与位置不相符。</translation>
    </message>
    <message>
      <source>Its template is not made for tools.</source>
      <translation>它的模板不支持工具。</translation>
    </message>
    <message>
      <source>Keep Parley in the tray when its window is closed</source>
      <translation>关闭窗口时保留在系统托盘</translation>
    </message>
    <message>
      <source>Kept of a full context</source>
      <translation>上下文已满时保留</translation>
    </message>
    <message>
      <source>Keys of actions</source>
      <translation>操作的快捷键</translation>
    </message>
    <message>
      <source>Keys that differ from those an action comes with, by the action's id.</source>
      <translation>与默认不同的快捷键，按操作的标识列出。</translation>
    </message>
    <message>
      <source>Language</source>
      <translation>语言</translation>
    </message>
    <message>
      <source>Later answers can be looked at token by token, and take more room in the store.</source>
      <translation>之后的回答可逐个词元查看，但占用更多存储空间。</translation>
    </message>
    <message>
      <source>Layers on the GPU</source>
      <translation>GPU 上的层数</translation>
    </message>
    <message>
      <source>Layers on the GPU (-1: all)</source>
      <translation>GPU 上的层数 (-1：全部)</translation>
    </message>
    <message>
      <source>Leave out the oldest turns</source>
      <translation>略去最早的几轮</translation>
    </message>
    <message>
      <source>Light</source>
      <translation>浅色</translation>
    </message>
    <message>
      <source>Long prompts are kept on disk, so that a restart does not read them again.</source>
      <translation>较长的提示词保存在磁盘上，重启后无需重新读取。</translation>
    </message>
    <message>
      <source>Longest answer</source>
      <translation>最长回答</translation>
    </message>
    <message>
      <source>Message {1} has a content part of type {2}; this model reads text only.</source>
      <translation>消息 {1} 有类型为 {2} 的内容；此模型只能读文本。</translation>
    </message>
    <message>
      <source>Message {1} has the unknown role {2}; use one of {3}.</source>
      <translation>消息 {1} 的角色 {2} 未知；请使用 {3} 之一。</translation>
    </message>
    <message>
      <source>Message {1} is not an object with role and content.</source>
      <translation>消息 {1} 不是带 role 和 content 的对象。</translation>
    </message>
    <message>
      <source>Min-p</source>
      <translation>Min-p</translation>
    </message>
    <message>
      <source>Min-p (0: off)</source>
      <translation>Min-p (0：关)</translation>
    </message>
    <message>
      <source>Model loaded at start</source>
      <translation>启动时加载的模型</translation>
    </message>
    <message>
      <source>Models opened before</source>
      <translation>打开过的模型</translation>
    </message>
    <message>
      <source>Names, keys and brackets of a call are the likeliest; only its values are sampled.</source>
      <translation>调用的名称、键和括号取概率最高的；只对其值采样。</translation>
    </message>
    <message>
      <source>No limit</source>
      <translation>不限</translation>
    </message>
    <message>
      <source>No model is loaded that could count: load one, then make room.</source>
      <translation>没有加载可以计数的模型：请先加载一个，再腾出空间。</translation>
    </message>
    <message>
      <source>No model is loaded. Choose a model, then ask again.</source>
      <translation>未加载模型。请选择模型后再问。</translation>
    </message>
    <message>
      <source>No model is loaded. Choose one, then press Retry.</source>
      <translation>未加载模型。请选择一个，然后按“重试”。</translation>
    </message>
    <message>
      <source>No token that ends a turn is known: answers may go on until the limit.</source>
      <translation>不知道结束一轮的词元：回答可能一直持续到上限。</translation>
    </message>
    <message>
      <source>None</source>
      <translation>无</translation>
    </message>
    <message>
      <source>Nothing can be saved, because {1} cannot be written. Make the file and its folder writable, then start Parley again.</source>
      <translation>无法保存，因为 {1} 不可写。请让该文件及其文件夹可写，然后重新启动 Parley。</translation>
    </message>
    <message>
      <source>Nothing moves by itself</source>
      <translation>减少动画</translation>
    </message>
    <message>
      <source>Nothing was saved, because the disk that holds {1} is full. Free some space, then try again.</source>
      <translation>没有保存，因为 {1} 所在的磁盘已满。请腾出空间再试。</translation>
    </message>
    <message>
      <source>Of the window; what you and the model write stays as it is.</source>
      <translation>窗口的语言；您和模型所写的内容保持不变。</translation>
    </message>
    <message>
      <source>Off</source>
      <translation>关</translation>
    </message>
    <message>
      <source>On</source>
      <translation>开</translation>
    </message>
    <message>
      <source>One model is loaded at a time: “{1}” was taken.</source>
      <translation>一次只加载一个模型：已采用“{1}”。</translation>
    </message>
    <message>
      <source>Only a tool call in the last answer that could not be read can be asked again.</source>
      <translation>只有最后一次回答中无法读取的工具调用才能重新要求。</translation>
    </message>
    <message>
      <source>Only an answer can be continued, and the last message is none.</source>
      <translation>只有回答可以继续，而最后一条消息不是回答。</translation>
    </message>
    <message>
      <source>Only an unfinished answer at the end of the conversation can be continued.</source>
      <translation>只有会话末尾未完成的回答可以继续。</translation>
    </message>
    <message>
      <source>Only so many of the likeliest tokens can be chosen.</source>
      <translation>只从概率最高的这么多个词元中选择。</translation>
    </message>
    <message>
      <source>Only the likeliest tokens that make up this share can be chosen; 1 lets all through.</source>
      <translation>只从累计概率达到此比例的词元中选择；1 表示不限制。</translation>
    </message>
    <message>
      <source>Or have the oldest turns left out or summarised, which is a setting.</source>
      <translation>也可以让最早的几轮被略去或总结，这是一项设置。</translation>
    </message>
    <message>
      <source>Panels open and close at once, without an animation.</source>
      <translation>面板立即展开和收起，没有动画。</translation>
    </message>
    <message>
      <source>Parley ended unexpectedly when it ran last. Everything written until then is kept.</source>
      <translation>Parley 上次运行时意外结束。此前写下的内容都已保留。</translation>
    </message>
    <message>
      <source>Parley ended while this answer was being written; what had been saved is here.</source>
      <translation>生成此回答时 Parley 意外结束；已保存的内容在这里。</translation>
    </message>
    <message>
      <source>Parley was closed while this answer was being written.</source>
      <translation>生成此回答时 Parley 被关闭。</translation>
    </message>
    <message>
      <source>Probabilities of tokens kept with answers</source>
      <translation>随回答保存词元概率</translation>
    </message>
    <message>
      <source>Processor threads</source>
      <translation>处理器线程</translation>
    </message>
    <message>
      <source>Prompts have no beginning-of-text token.</source>
      <translation>提示词没有文本起始词元。</translation>
    </message>
    <message>
      <source>Random</source>
      <translation>随机</translation>
    </message>
    <message>
      <source>Read ahead while idle</source>
      <translation>空闲时预读</translation>
    </message>
    <message>
      <source>Reasoning is never shown to the model again, not even between a tool's result and the answer.</source>
      <translation>思考不会再给模型看，即使在工具结果与回答之间也不会。</translation>
    </message>
    <message>
      <source>Reasoning stays in the prompt until the next question.</source>
      <translation>思考保留在提示词中，直到下一个问题。</translation>
    </message>
    <message>
      <source>Repetition penalty</source>
      <translation>重复惩罚</translation>
    </message>
    <message>
      <source>Repetition penalty (1: off)</source>
      <translation>重复惩罚 (1：关)</translation>
    </message>
    <message>
      <source>Seed</source>
      <translation>随机种子</translation>
    </message>
    <message>
      <source>Seed (none: another one each time)</source>
      <translation>随机种子 (无：每次不同)</translation>
    </message>
    <message>
      <source>Show the text of answers in notifications</source>
      <translation>在通知中显示回答内容</translation>
    </message>
    <message>
      <source>Some of this message could not be read from the damaged file.</source>
      <translation>此消息的部分内容无法从损坏的文件中读出。</translation>
    </message>
    <message>
      <source>Something went wrong inside Parley ({1}). Everything written so far is kept.</source>
      <translation>Parley 内部出错（{1}）。到目前为止写下的内容都已保留。</translation>
    </message>
    <message>
      <source>Stop and say so</source>
      <translation>停止并提示</translation>
    </message>
    <message>
      <source>Stopped before the model began to answer.</source>
      <translation>在模型开始回答之前已停止。</translation>
    </message>
    <message>
      <source>Stopped while a tool call waited for your approval. Continue asks again.</source>
      <translation>在工具调用等待您批准时停止。“继续”会再次询问。</translation>
    </message>
    <message>
      <source>Stopped while a tool was running.</source>
      <translation>在工具运行时停止。</translation>
    </message>
    <message>
      <source>Summarise the oldest turns</source>
      <translation>总结最早的几轮</translation>
    </message>
    <message>
      <source>Tell when a long answer is ready</source>
      <translation>长回答完成时通知</translation>
    </message>
    <message>
      <source>Temperature</source>
      <translation>温度</translation>
    </message>
    <message>
      <source>Temperature (0: always the likeliest)</source>
      <translation>温度 (0：总取最可能的)</translation>
    </message>
    <message>
      <source>Temperature and penalties must be finite numbers.</source>
      <translation>温度和惩罚必须是有限的数。</translation>
    </message>
    <message>
      <source>Text and code of the conversation; the window around it keeps its size.</source>
      <translation>会话中文字和代码的大小；窗口其余部分不变。</translation>
    </message>
    <message>
      <source>Text size</source>
      <translation>文字大小</translation>
    </message>
    <message>
      <source>The answer cannot be held to this form: {1}.</source>
      <translation>回答无法按此格式约束：{1}。</translation>
    </message>
    <message>
      <source>The answer cannot have token {1} in it: the vocabulary has {2}.</source>
      <translation>回答不能包含词元 {1}：词表共有 {2} 个。</translation>
    </message>
    <message>
      <source>The answer could not be held to its form any longer: {1}.</source>
      <translation>回答无法继续按其格式约束：{1}。</translation>
    </message>
    <message>
      <source>The answer ended inside a tool call.</source>
      <translation>回答在工具调用中间结束。</translation>
    </message>
    <message>
      <source>The answer ended inside its reasoning.</source>
      <translation>回答在思考中间结束。</translation>
    </message>
    <message>
      <source>The answer {1}.</source>
      <translation>回答{1}。</translation>
    </message>
    <message>
      <source>The cache is full: it holds {1} tokens in all.</source>
      <translation>缓存已满：总共容纳 {1} 个词元。</translation>
    </message>
    <message>
      <source>The cache stays valid and the context fills sooner.</source>
      <translation>缓存保持有效，但上下文会更快填满。</translation>
    </message>
    <message>
      <source>The cache stays valid and the context fills sooner; without it, more than the last turn is read again after an answer with reasoning.</source>
      <translation>缓存保持有效，但上下文会更快填满；否则，带思考的回答之后要重读的不止最后一轮。</translation>
    </message>
    <message>
      <source>The cache stays valid and the context fills sooner; without it, the last turn is read again after an answer with reasoning.</source>
      <translation>缓存保持有效，但上下文会更快填满；否则，带思考的回答之后要重读最后一轮。</translation>
    </message>
    <message>
      <source>The call is incomplete or was repaired, so it is not run without being asked.</source>
      <translation>此调用不完整或经过修复，因此不会未经询问就运行。</translation>
    </message>
    <message>
      <source>The call was cancelled before it was done.</source>
      <translation>调用在完成前被取消。</translation>
    </message>
    <message>
      <source>The call was not run.</source>
      <translation>调用没有运行。</translation>
    </message>
    <message>
      <source>The chat template failed: {1}</source>
      <translation>对话模板出错：{1}</translation>
    </message>
    <message>
      <source>The chat template has an error in line {1}: {2}</source>
      <translation>对话模板第 {1} 行有错误：{2}</translation>
    </message>
    <message>
      <source>The chat template has {1} characters, more than the {2} allowed.</source>
      <translation>对话模板有 {1} 个字符，超过允许的 {2} 个。</translation>
    </message>
    <message>
      <source>The chat template is nested too deeply to be read.</source>
      <translation>对话模板嵌套过深，无法读取。</translation>
    </message>
    <message>
      <source>The chat template refused: {1}</source>
      <translation>对话模板拒绝：{1}</translation>
    </message>
    <message>
      <source>The chat template was stopped because {1}.</source>
      <translation>对话模板已停止，因为 {1}。</translation>
    </message>
    <message>
      <source>The content of message {1} must be text, null or a list of parts, not {2}.</source>
      <translation>消息 {1} 的内容必须是文本、null 或部分的列表，不能是 {2}。</translation>
    </message>
    <message>
      <source>The context is full, so the answer ends here. Continue makes room by leaving out older turns, where there are any; a model loaded with more context holds more.</source>
      <translation>上下文已满，回答到此结束。“继续”会略去较早的几轮（如果有）来腾出空间；用更大的上下文加载模型能容纳更多。</translation>
    </message>
    <message>
      <source>The context was full before the reasoning came to an answer. Make room in the conversation, load the model with a larger context, or turn thinking off.</source>
      <translation>思考还没得出回答，上下文就满了。请为会话腾出空间、用更大的上下文加载模型，或关闭思考。</translation>
    </message>
    <message>
      <source>The conversation has changed since this was counted: make room once more.</source>
      <translation>计数之后会话有了变化：请重新腾出空间。</translation>
    </message>
    <message>
      <source>The conversations are being checked, because something could not be read the last time.</source>
      <translation>正在检查会话，因为上次有内容无法读取。</translation>
    </message>
    <message>
      <source>The conversations could not be opened. See the log.</source>
      <translation>无法打开会话。请查看日志。</translation>
    </message>
    <message>
      <source>The conversations were damaged beyond reading and there was no copy, so Parley starts empty. The damaged file is kept as {1}.</source>
      <translation>会话已损坏到无法读取，也没有副本，因此 Parley 从空白开始。损坏的文件保留为 {1}。</translation>
    </message>
    <message>
      <source>The conversations were damaged, so their copy of {1} was put in place. The damaged file is kept as {2}.</source>
      <translation>会话已损坏，因此换上了 {1} 的副本。损坏的文件保留为 {2}。</translation>
    </message>
    <message>
      <source>The conversations were damaged.</source>
      <translation>会话已损坏。</translation>
    </message>
    <message>
      <source>The conversations were damaged: what can be read is being saved. This may take a minute; you can chat meanwhile, and that is stored afterwards.</source>
      <translation>会话已损坏：正在保存仍可读取的内容。这可能需要一分钟；您可以在此期间聊天，内容会在之后保存。</translation>
    </message>
    <message>
      <source>The conversations were not copied, because the disk that holds {1} has no room for {2} MB more. Free some space.</source>
      <translation>会话没有备份，因为 {1} 所在的磁盘放不下另外 {2} MB。请腾出空间。</translation>
    </message>
    <message>
      <source>The copy is in place. What was there before is kept as {1}.</source>
      <translation>副本已就位。之前的内容保留为 {1}。</translation>
    </message>
    <message>
      <source>The copy of {1} has more of {2}; you can go back to it in Settings, Memory and cache.</source>
      <translation>{1} 的副本中有更多 {2}；可在“设置”的“内存与缓存”中恢复。</translation>
    </message>
    <message>
      <source>The copy {1} was not sound and was thrown away. Start Parley again to have the conversations checked.</source>
      <translation>副本 {1} 有问题，已丢弃。请重新启动 Parley 以检查会话。</translation>
    </message>
    <message>
      <source>The damaged file is kept as {1}.</source>
      <translation>损坏的文件保留为 {1}。</translation>
    </message>
    <message>
      <source>The disk reported an error ({1}) for {2}. Check the disk.</source>
      <translation>磁盘报告 {2} 有错误（{1}）。请检查磁盘。</translation>
    </message>
    <message>
      <source>The edited call was not run.</source>
      <translation>修改后的调用没有运行。</translation>
    </message>
    <message>
      <source>The engine did not take the snapshot's state.</source>
      <translation>引擎没有接受快照的状态。</translation>
    </message>
    <message>
      <source>The file does not start like a snapshot.</source>
      <translation>文件开头不像快照。</translation>
    </message>
    <message>
      <source>The file is another snapshot now.</source>
      <translation>文件现在是另一个快照。</translation>
    </message>
    <message>
      <source>The folder {1} cannot be read: choose another one.</source>
      <translation>无法读取文件夹 {1}：请另选一个。</translation>
    </message>
    <message>
      <source>The header does not match its checksum.</source>
      <translation>头部与校验和不符。</translation>
    </message>
    <message>
      <source>The id of a tool call of message {1}</source>
      <translation>消息 {1} 的一次工具调用的 id</translation>
    </message>
    <message>
      <source>The limit of {1} tokens was reached while the model was still reasoning. Raise the limit, continue the answer, or turn thinking off.</source>
      <translation>模型仍在思考时达到了 {1} 个词元的上限。请提高上限、继续回答，或关闭思考。</translation>
    </message>
    <message>
      <source>The log beside the file was not its own, and was left out.</source>
      <translation>文件旁的日志不属于它，已略去。</translation>
    </message>
    <message>
      <source>The message is deleted.</source>
      <translation>消息已删除。</translation>
    </message>
    <message>
      <source>The message is empty. Write something to be answered.</source>
      <translation>消息是空的。请写些需要回答的内容。</translation>
    </message>
    <message>
      <source>The message is empty: write something first.</source>
      <translation>消息是空的：请先写些内容。</translation>
    </message>
    <message>
      <source>The messages must be a list of objects with role and content.</source>
      <translation>消息必须是带 role 和 content 的对象的列表。</translation>
    </message>
    <message>
      <source>The model called a tool that does not exist: {1}.</source>
      <translation>模型调用了不存在的工具：{1}。</translation>
    </message>
    <message>
      <source>The model could not be loaded, not even with careful settings.</source>
      <translation>即使用保守的设置也无法加载模型。</translation>
    </message>
    <message>
      <source>The model could not compute the next step ({1}).</source>
      <translation>模型无法计算下一步（{1}）。</translation>
    </message>
    <message>
      <source>The model ended its turn after reasoning, without an answer. Ask again, or turn thinking off.</source>
      <translation>模型思考后结束了这一轮，没有回答。请再问一次，或关闭思考。</translation>
    </message>
    <message>
      <source>The model ended its turn without writing anything. Ask again, or say it anew.</source>
      <translation>模型什么也没写就结束了这一轮。请再问一次，或换个说法。</translation>
    </message>
    <message>
      <source>The model has no token that ends an answer, which a form needs.</source>
      <translation>模型没有结束回答的词元，而格式约束需要它。</translation>
    </message>
    <message>
      <source>The model has {1} parts and {2} is missing beside the first.</source>
      <translation>模型有 {1} 个部分，第一个旁边缺少 {2}。</translation>
    </message>
    <message>
      <source>The model loaded last is no longer there. Choose another one.</source>
      <translation>上次加载的模型已不存在。请另选一个。</translation>
    </message>
    <message>
      <source>The model loaded last; loading another one changes this.</source>
      <translation>上次加载的模型；加载其他模型会改变此项。</translation>
    </message>
    <message>
      <source>The model may use a calculator and a clock; the chip in the composer is the same.</source>
      <translation>模型可以使用计算器和时钟；与输入框中的按钮作用相同。</translation>
    </message>
    <message>
      <source>The model would first write a summary of the oldest turn ({1} tokens), of at most {2} tokens, and then see only that of it.</source>
      <translation>模型会先为最早的一轮（{1} 个词元）写一份最多 {2} 个词元的摘要，此后只看到摘要。</translation>
    </message>
    <message>
      <source>The model would first write a summary of the {1} oldest turns ({2} tokens), of at most {3} tokens, and then see only that of them.</source>
      <translation>模型会先为最早的 {1} 轮（{2} 个词元）写一份最多 {3} 个词元的摘要，此后只看到摘要。</translation>
    </message>
    <message>
      <source>The model would no longer see the oldest turn ({1} tokens).</source>
      <translation>模型将不再看到最早的一轮（{1} 个词元）。</translation>
    </message>
    <message>
      <source>The model would no longer see the {1} oldest turns ({2} tokens).</source>
      <translation>模型将不再看到最早的 {1} 轮（{2} 个词元）。</translation>
    </message>
    <message>
      <source>The model writes the format {1}.</source>
      <translation>模型使用 {1} 格式。</translation>
    </message>
    <message>
      <source>The model wrote a tool call that cannot be read.</source>
      <translation>模型写了一个无法读取的工具调用。</translation>
    </message>
    <message>
      <source>The model wrote no summary of them.</source>
      <translation>模型没有写出它们的摘要。</translation>
    </message>
    <message>
      <source>The model wrote no summary, so nothing was left out. Leave the turns out without one.</source>
      <translation>模型没有写出摘要，因此没有略去任何内容。您可以不带摘要直接略去。</translation>
    </message>
    <message>
      <source>The model's cache is full and nothing in it can be given up. Stop another answer, or load the model with a larger context.</source>
      <translation>模型的缓存已满，且没有可放弃的内容。请停止另一个回答，或用更大的上下文加载模型。</translation>
    </message>
    <message>
      <source>The model's process could not read the model file any more.</source>
      <translation>模型进程无法再读取模型文件。</translation>
    </message>
    <message>
      <source>The model's process crashed in native code (segmentation fault).</source>
      <translation>模型进程在本机代码中崩溃（段错误）。</translation>
    </message>
    <message>
      <source>The model's process ended unexpectedly.</source>
      <translation>模型进程意外结束。</translation>
    </message>
    <message>
      <source>The model's process gave up in native code (abort).</source>
      <translation>模型进程在本机代码中中止（abort）。</translation>
    </message>
    <message>
      <source>The model's process ran out of memory and ended.</source>
      <translation>模型进程内存不足，已结束。</translation>
    </message>
    <message>
      <source>The model's process stopped with an internal error (status {1}); the log has the details.</source>
      <translation>模型进程因内部错误停止（状态 {1}）；详情见日志。</translation>
    </message>
    <message>
      <source>The model's process used an instruction this processor does not have.</source>
      <translation>模型进程使用了本处理器不支持的指令。</translation>
    </message>
    <message>
      <source>The model's process was ended by signal {1}.</source>
      <translation>模型进程被信号 {1} 结束。</translation>
    </message>
    <message>
      <source>The model's process was ended by the system or by another program, often for memory.</source>
      <translation>模型进程被系统或其他程序结束，通常是因为内存。</translation>
    </message>
    <message>
      <source>The name of a tool call of message {1}</source>
      <translation>消息 {1} 的一次工具调用的名称</translation>
    </message>
    <message>
      <source>The name of message {1}</source>
      <translation>消息 {1} 的名称</translation>
    </message>
    <message>
      <source>The next message loads the model again.</source>
      <translation>下一条消息会重新加载模型。</translation>
    </message>
    <message>
      <source>The next message {1}.</source>
      <translation>下一条消息{1}。</translation>
    </message>
    <message>
      <source>The oldest turn ({1} tokens) is no longer seen by the model, because the context of {2} tokens is full.</source>
      <translation>由于 {2} 个词元的上下文已满，模型不再看到最早的一轮（{1} 个词元）。</translation>
    </message>
    <message>
      <source>The oldest turn ({1} tokens) is no longer seen by the model.</source>
      <translation>模型不再看到最早的一轮（{1} 个词元）。</translation>
    </message>
    <message>
      <source>The oldest turn ({1} tokens) is replaced by a summary, because the context of {2} tokens is full.</source>
      <translation>由于 {2} 个词元的上下文已满，最早的一轮（{1} 个词元）已替换为摘要。</translation>
    </message>
    <message>
      <source>The oldest turn ({1} tokens) is replaced by a summary.</source>
      <translation>最早的一轮（{1} 个词元）已由摘要代替。</translation>
    </message>
    <message>
      <source>The payload does not match its checksum.</source>
      <translation>内容与校验和不符。</translation>
    </message>
    <message>
      <source>The prompt has {1} tokens, but the context holds {2} and the answer needs {3} of them. Shorten the message, start a new conversation or load the model with more context.</source>
      <translation>提示词有 {1} 个词元，而上下文只容纳 {2} 个，其中回答还需要 {3} 个。请缩短消息、新建会话，或用更大的上下文加载模型。</translation>
    </message>
    <message>
      <source>The prompt has {1} tokens, but the context holds {2}. Shorten the message, start a new conversation or load the model with a larger context.</source>
      <translation>提示词有 {1} 个词元，而上下文只容纳 {2} 个。请缩短消息、新建会话，或用更大的上下文加载模型。</translation>
    </message>
    <message>
      <source>The reasoning of message {1}</source>
      <translation>消息 {1} 的思考</translation>
    </message>
    <message>
      <source>The reasoning was closed after {1} tokens, because its budget was used up. The answer follows; a larger budget gives the model more time.</source>
      <translation>思考在 {1} 个词元后结束，因为预算已用完。随后是回答；更大的预算会给模型更多时间。</translation>
    </message>
    <message>
      <source>The reasoning was closed before it began, because its budget is 0 tokens. The answer follows; a larger budget gives the model time for it.</source>
      <translation>思考在开始之前就结束了，因为预算为 0 个词元。随后是回答；更大的预算会给模型思考的时间。</translation>
    </message>
    <message>
      <source>The repetition penalty must be above 0; 1 turns it off.</source>
      <translation>重复惩罚必须大于 0；1 表示关闭。</translation>
    </message>
    <message>
      <source>The request has a wrong value: {1} cannot be {2}.</source>
      <translation>请求中有错误的值：{1} 不能是 {2}。</translation>
    </message>
    <message>
      <source>The same seed, prompt and settings give the same answer again.</source>
      <translation>相同的种子、提示词和设置会给出相同的回答。</translation>
    </message>
    <message>
      <source>The schema of the answer cannot be enforced: {1}.</source>
      <translation>无法强制执行回答的 schema：{1}。</translation>
    </message>
    <message>
      <source>The schema of the answer must be a JSON object.</source>
      <translation>回答的 schema 必须是 JSON 对象。</translation>
    </message>
    <message>
      <source>The template changes earlier messages when the conversation goes on.</source>
      <translation>会话继续时，模板会改动之前的消息。</translation>
    </message>
    <message>
      <source>The template does not print tool calls: the model never sees its own again.</source>
      <translation>模板不输出工具调用：模型看不到自己之前的调用。</translation>
    </message>
    <message>
      <source>The template does not print what tools answer: the model never sees it.</source>
      <translation>模板不输出工具的结果：模型看不到它。</translation>
    </message>
    <message>
      <source>The template prints no reasoning.</source>
      <translation>模板不输出思考。</translation>
    </message>
    <message>
      <source>The template puts the beginning-of-text token in front.</source>
      <translation>模板在最前面加上文本起始词元。</translation>
    </message>
    <message>
      <source>The template refuses tools or their results.</source>
      <translation>模板拒绝工具或其结果。</translation>
    </message>
    <message>
      <source>The text of a content part of message {1}</source>
      <translation>消息 {1} 的一个内容部分的文本</translation>
    </message>
    <message>
      <source>The title of the conversation and the first words can then be read by anybody near.</source>
      <translation>这样附近的人都能看到会话标题和开头的文字。</translation>
    </message>
    <message>
      <source>The tokenizer puts the beginning-of-text token in front.</source>
      <translation>分词器在最前面加上文本起始词元。</translation>
    </message>
    <message>
      <source>The tokens of a file are still being counted: send the message in a moment.</source>
      <translation>仍在计算文件的词元数：请稍后发送。</translation>
    </message>
    <message>
      <source>The tokens of this answer belong to another model: load that one to go on from one of them.</source>
      <translation>此回答的词元属于另一个模型：要从其中一个词元继续，请加载那个模型。</translation>
    </message>
    <message>
      <source>The tool to be called, {1}, is not declared.</source>
      <translation>要调用的工具 {1} 没有声明。</translation>
    </message>
    <message>
      <source>The tool_call_id of message {1}</source>
      <translation>消息 {1} 的 tool_call_id</translation>
    </message>
    <message>
      <source>The tool_calls of message {1} must be a list.</source>
      <translation>消息 {1} 的 tool_calls 必须是列表。</translation>
    </message>
    <message>
      <source>The trace {1} cannot be written: {2}.</source>
      <translation>无法写入跟踪记录 {1}：{2}。</translation>
    </message>
    <message>
      <source>The user declined this call, so it was not run.</source>
      <translation>用户拒绝了此调用，因此没有运行。</translation>
    </message>
    <message>
      <source>The vocabulary of {1} could not be read.</source>
      <translation>无法读取 {1} 的词表。</translation>
    </message>
    <message>
      <source>The {1} oldest turns ({2} tokens) are no longer seen by the model, because the context of {3} tokens is full.</source>
      <translation>由于 {3} 个词元的上下文已满，模型不再看到最早的 {1} 轮（{2} 个词元）。</translation>
    </message>
    <message>
      <source>The {1} oldest turns ({2} tokens) are no longer seen by the model.</source>
      <translation>模型不再看到最早的 {1} 轮（{2} 个词元）。</translation>
    </message>
    <message>
      <source>The {1} oldest turns ({2} tokens) are replaced by a summary, because the context of {3} tokens is full.</source>
      <translation>由于 {3} 个词元的上下文已满，最早的 {1} 轮（{2} 个词元）已替换为摘要。</translation>
    </message>
    <message>
      <source>The {1} oldest turns ({2} tokens) are replaced by a summary.</source>
      <translation>最早的 {1} 轮（{2} 个词元）已由摘要代替。</translation>
    </message>
    <message>
      <source>Theme</source>
      <translation>主题</translation>
    </message>
    <message>
      <source>There is a folder of this name already. Choose another name.</source>
      <translation>已有同名文件夹。请换个名称。</translation>
    </message>
    <message>
      <source>There is no cache sequence beside the conversation's own. Load the model with more sequences.</source>
      <translation>除会话自身外没有其他缓存序列。请用更多序列加载模型。</translation>
    </message>
    <message>
      <source>There is no file {1}.</source>
      <translation>没有文件 {1}。</translation>
    </message>
    <message>
      <source>There is no format named {1}. Known are: {2}.</source>
      <translation>没有名为 {1} 的格式。已知的有：{2}。</translation>
    </message>
    <message>
      <source>There is no message before this answer that could be answered again.</source>
      <translation>此回答之前没有可以再次回答的消息。</translation>
    </message>
    <message>
      <source>There is no message to answer: the list of messages is empty.</source>
      <translation>没有要回答的消息：消息列表是空的。</translation>
    </message>
    <message>
      <source>There is nothing to answer: the conversation has no messages.</source>
      <translation>没有要回答的内容：会话中没有消息。</translation>
    </message>
    <message>
      <source>There is nothing to leave out: the model sees no more than the last turn.</source>
      <translation>没有可略去的内容：模型只看到最后一轮。</translation>
    </message>
    <message>
      <source>They are offered beside those in the models folder. Removing one deletes no file.</source>
      <translation>它们与模型文件夹中的模型一起列出。移除不会删除文件。</translation>
    </message>
    <message>
      <source>This chat template does not work.</source>
      <translation>此对话模板无法使用。</translation>
    </message>
    <message>
      <source>This copy was made while the answer was still being written.</source>
      <translation>此副本制作时回答仍在生成。</translation>
    </message>
    <message>
      <source>This model brings no chat template, so ChatML is used; if answers look wrong, choose another template.</source>
      <translation>此模型没有对话模板，因此使用 ChatML；如果回答看起来不对，请选择其他模板。</translation>
    </message>
    <message>
      <source>This model was trained on {1} tokens, so the context is that and not {2}.</source>
      <translation>此模型训练时的上下文为 {1} 个词元，因此上下文为该值而不是 {2}。</translation>
    </message>
    <message>
      <source>Those for which you chose “always allow”; removed ones ask again.</source>
      <translation>您选择了“始终允许”的工具；移除后会再次询问。</translation>
    </message>
    <message>
      <source>Titles written by the model</source>
      <translation>由模型起标题</translation>
    </message>
    <message>
      <source>Tokens less likely than this share of the likeliest one are left out; 0 leaves none.</source>
      <translation>概率低于最高者此比例的词元会被排除；0 表示不排除。</translation>
    </message>
    <message>
      <source>Tool calls come back as they were made, arguments included.</source>
      <translation>工具调用会原样返回给模型，包括参数。</translation>
    </message>
    <message>
      <source>Tool calls come back, but their arguments are printed otherwise.</source>
      <translation>工具调用会返回给模型，但参数的写法不同。</translation>
    </message>
    <message>
      <source>Tool calls in good form</source>
      <translation>规范的工具调用</translation>
    </message>
    <message>
      <source>Tool error: the tool call could not be read.</source>
      <translation>工具错误：无法读取工具调用。</translation>
    </message>
    <message>
      <source>Tools offered to the model</source>
      <translation>向模型提供工具</translation>
    </message>
    <message>
      <source>Tools that run without asking</source>
      <translation>无需询问即可运行的工具</translation>
    </message>
    <message>
      <source>Top-k</source>
      <translation>Top-k</translation>
    </message>
    <message>
      <source>Top-k (0: off)</source>
      <translation>Top-k (0：关)</translation>
    </message>
    <message>
      <source>Top-p</source>
      <translation>Top-p</translation>
    </message>
    <message>
      <source>Top-p (1: off)</source>
      <translation>Top-p (1：关)</translation>
    </message>
    <message>
      <source>Values can only be cached as {1} with flash attention on.</source>
      <translation>只有开启 flash attention 时，值才能以 {1} 缓存。</translation>
    </message>
    <message>
      <source>What happens to a conversation that no longer fits; a conversation can differ.</source>
      <translation>会话放不下时怎么办；每个会话可以不同。</translation>
    </message>
    <message>
      <source>What the next message will need is read while nobody waits; it uses the processor.</source>
      <translation>趁无人等待时预先读取下一条消息所需的内容；会占用处理器。</translation>
    </message>
    <message>
      <source>When the context is full</source>
      <translation>上下文已满时</translation>
    </message>
    <message>
      <source>With each question, it reads much of the conversation again.</source>
      <translation>每次提问，它都要重读会话的大部分内容。</translation>
    </message>
    <message>
      <source>With tools, the model's other template is used, which it brings for them.</source>
      <translation>使用工具时，采用模型自带的另一个工具模板。</translation>
    </message>
    <message>
      <source>With {1} set to {2} all reasoning is kept: the cache stays valid, and the context fills sooner.</source>
      <translation>将 {1} 设为 {2} 时保留所有思考：缓存保持有效，但上下文会更快填满。</translation>
    </message>
    <message>
      <source>Write a trace of prompts and outputs</source>
      <translation>写入提示词和输出的跟踪记录</translation>
    </message>
    <message>
      <source>Write the call again, complete and valid.</source>
      <translation>请重新写出完整有效的调用。</translation>
    </message>
    <message>
      <source>a list of texts</source>
      <translation>文本列表</translation>
    </message>
    <message>
      <source>a number</source>
      <translation>数字</translation>
    </message>
    <message>
      <source>a text</source>
      <translation>文本</translation>
    </message>
    <message>
      <source>a whole number</source>
      <translation>整数</translation>
    </message>
    <message>
      <source>about {1} min</source>
      <translation>约 {1} 分钟</translation>
    </message>
    <message>
      <source>about {1} s</source>
      <translation>约 {1} 秒</translation>
    </message>
    <message>
      <source>an object of texts</source>
      <translation>文本对象</translation>
    </message>
    <message>
      <source>another answer was chosen</source>
      <translation>选择了另一个回答</translation>
    </message>
    <message>
      <source>another model</source>
      <translation>换了模型</translation>
    </message>
    <message>
      <source>earlier messages were left out</source>
      <translation>略去了较早的消息</translation>
    </message>
    <message>
      <source>evicted to make room</source>
      <translation>为腾出空间已移出缓存</translation>
    </message>
    <message>
      <source>layers</source>
      <translation>层</translation>
    </message>
    <message>
      <source>message {1} was edited</source>
      <translation>第 {1} 条消息被编辑</translation>
    </message>
    <message>
      <source>needs {1} tokens, but the context holds {2}</source>
      <translation>需要 {1} 个词元，而上下文只容纳 {2} 个</translation>
    </message>
    <message>
      <source>restored from disk</source>
      <translation>从磁盘恢复</translation>
    </message>
    <message>
      <source>settings of the template changed</source>
      <translation>模板设置有变</translation>
    </message>
    <message>
      <source>the answer was cut at a stop string</source>
      <translation>回答在停止字符串处被截断</translation>
    </message>
    <message>
      <source>the conversation's clock was set again</source>
      <translation>会话的时间已更新</translation>
    </message>
    <message>
      <source>the engine was restarted</source>
      <translation>引擎重新启动过</translation>
    </message>
    <message>
      <source>the last turn</source>
      <translation>最后一轮</translation>
    </message>
    <message>
      <source>the model reads more than the last turn again with each question</source>
      <translation>模型每次提问都要重读不止最后一轮</translation>
    </message>
    <message>
      <source>the model reads only the next question</source>
      <translation>模型只需读取下一个问题</translation>
    </message>
    <message>
      <source>the model reads the last turn again with the next question</source>
      <translation>模型读取下一个问题时要重读最后一轮</translation>
    </message>
    <message>
      <source>the snapshot was damaged and was read again</source>
      <translation>快照已损坏，已重新读取</translation>
    </message>
    <message>
      <source>the system prompt changed</source>
      <translation>系统提示词有变</translation>
    </message>
    <message>
      <source>the template drops earlier reasoning</source>
      <translation>模板去掉了之前的思考</translation>
    </message>
    <message>
      <source>the template prints earlier messages in another way</source>
      <translation>模板改变了之前消息的写法</translation>
    </message>
    <message>
      <source>this model cannot rewind</source>
      <translation>此模型的缓存无法回退</translation>
    </message>
    <message>
      <source>this model cannot rewind: went back to the checkpoint at {1}</source>
      <translation>此模型的缓存无法回退：已回到位置 {1} 的检查点</translation>
    </message>
    <message>
      <source>threads</source>
      <translation>线程</translation>
    </message>
    <message>
      <source>tokens</source>
      <translation>词元</translation>
    </message>
    <message>
      <source>tools changed</source>
      <translation>工具有变</translation>
    </message>
    <message>
      <source>true or false</source>
      <translation>true 或 false</translation>
    </message>
    <message>
      <source>under 1 s</source>
      <translation>不到 1 秒</translation>
    </message>
    <message>
      <source>will read {1} of {2} tokens</source>
      <translation>将读取 {1} / {2} 个词元</translation>
    </message>
    <message>
      <source>will read {1} of {2} tokens, {3}</source>
      <translation>将读取 {1} / {2} 个词元，{3}</translation>
    </message>
    <message>
      <source>will read {1} of {2} tokens, {3} from disk</source>
      <translation>将读取 {1} / {2} 个词元，其中 {3} 个来自磁盘</translation>
    </message>
    <message>
      <source>will read {1} of {2} tokens, {3} from disk, {4}</source>
      <translation>将读取 {1} / {2} 个词元，其中 {3} 个来自磁盘，{4}</translation>
    </message>
    <message>
      <source>{1} asks for a password: save a copy without one and attach that.</source>
      <translation>{1} 需要密码：请另存一个无密码的副本再添加。</translation>
    </message>
    <message>
      <source>{1} begins like Unicode and is damaged further on: save it again and attach that.</source>
      <translation>{1} 开头像 Unicode，后面已损坏：请重新保存再添加。</translation>
    </message>
    <message>
      <source>{1} cannot be compacted, because {2} MB must be free on its disk meanwhile. Free some space, then try again.</source>
      <translation>无法压缩 {1}，因为压缩时其磁盘需有 {2} MB 可用空间。请腾出空间再试。</translation>
    </message>
    <message>
      <source>{1} cannot be read: it is damaged, or no {2} file.</source>
      <translation>无法读取 {1}：它已损坏，或不是 {2} 文件。</translation>
    </message>
    <message>
      <source>{1} cannot be read: the system refuses it, or it is no longer there.</source>
      <translation>无法读取 {1}：系统拒绝访问，或文件已不存在。</translation>
    </message>
    <message>
      <source>{1} cannot be read: {2}.</source>
      <translation>无法读取 {1}：{2}。</translation>
    </message>
    <message>
      <source>{1} does not say what kind of model it is.</source>
      <translation>{1} 没有说明它是哪种模型。</translation>
    </message>
    <message>
      <source>{1} has no decoder, so it cannot answer.</source>
      <translation>{1} 没有解码器，因此无法回答。</translation>
    </message>
    <message>
      <source>{1} has no text in it.</source>
      <translation>{1} 中没有文本。</translation>
    </message>
    <message>
      <source>{1} holds no prompts: it should be a JSON list of objects with a name and a text.</source>
      <translation>{1} 中没有提示词：应为带 name 和 text 的对象的 JSON 列表。</translation>
    </message>
    <message>
      <source>{1} holds no text that could be read: attach text, code, PDF, Word (docx) or an image.</source>
      <translation>{1} 中没有可读取的文本：请添加文本、代码、PDF、Word（docx）或图片。</translation>
    </message>
    <message>
      <source>{1} holds pictures of pages and no text: put it through text recognition first.</source>
      <translation>{1} 只有页面图像而没有文本：请先做文字识别。</translation>
    </message>
    <message>
      <source>{1} is a LoRA adapter, not a model; open the model it was made for.</source>
      <translation>{1} 是 LoRA 适配器，不是模型；请打开它所对应的模型。</translation>
    </message>
    <message>
      <source>{1} is a folder, so no conversations can be saved there. Move it.</source>
      <translation>{1} 是文件夹，因此无法在那里保存会话。请把它移走。</translation>
    </message>
    <message>
      <source>{1} is a folder; choose the .gguf file in it.</source>
      <translation>{1} 是文件夹；请选择其中的 .gguf 文件。</translation>
    </message>
    <message>
      <source>{1} is a later part of a model; open {2}-00001-of-{3}.gguf.</source>
      <translation>{1} 是模型的后续部分；请打开 {2}-00001-of-{3}.gguf。</translation>
    </message>
    <message>
      <source>{1} is a vocabulary without weights.</source>
      <translation>{1} 只有词表，没有权重。</translation>
    </message>
    <message>
      <source>{1} is a web page, not a model; the download went wrong.</source>
      <translation>{1} 是网页，不是模型；下载出了问题。</translation>
    </message>
    <message>
      <source>{1} is an embedding model: it compares texts and cannot answer. Choose a chat model.</source>
      <translation>{1} 是嵌入模型：它用于比较文本，无法回答。请选择对话模型。</translation>
    </message>
    <message>
      <source>{1} is an importance matrix, not a model.</source>
      <translation>{1} 是重要性矩阵，不是模型。</translation>
    </message>
    <message>
      <source>{1} is cut off in its header; download it again.</source>
      <translation>{1} 的头部不完整；请重新下载。</translation>
    </message>
    <message>
      <source>{1} is damaged and could not be repaired, so it is only read.</source>
      <translation>{1} 已损坏且无法修复，因此只能读取。</translation>
    </message>
    <message>
      <source>{1} is damaged. Start Parley again to have it repaired.</source>
      <translation>{1} 已损坏。请重新启动 Parley 以修复。</translation>
    </message>
    <message>
      <source>{1} is empty; download it again.</source>
      <translation>{1} 是空的；请重新下载。</translation>
    </message>
    <message>
      <source>{1} is in an encoding that cannot be told: save it as UTF-8 and attach it again.</source>
      <translation>无法判断 {1} 的编码：请另存为 UTF-8 再添加。</translation>
    </message>
    <message>
      <source>{1} is incomplete: it has {2} of {3} bytes; download it again.</source>
      <translation>{1} 不完整：只有 {3} 字节中的 {2} 字节；请重新下载。</translation>
    </message>
    <message>
      <source>{1} is missing, so what was written last before Parley was ended may be lost.</source>
      <translation>{1} 缺失，因此 Parley 结束前最后写下的内容可能丢失。</translation>
    </message>
    <message>
      <source>{1} is no date and time in ISO 8601 form.</source>
      <translation>{1} 不是 ISO 8601 格式的日期和时间。</translation>
    </message>
    <message>
      <source>{1} is no file: attach the files in it one by one.</source>
      <translation>{1} 不是文件：请逐个添加其中的文件。</translation>
    </message>
    <message>
      <source>{1} is not a GGUF file.</source>
      <translation>{1} 不是 GGUF 文件。</translation>
    </message>
    <message>
      <source>{1} is not a regular file.</source>
      <translation>{1} 不是普通文件。</translation>
    </message>
    <message>
      <source>{1} is not a valid GGUF file: {2}. Download it again, or open another file.</source>
      <translation>{1} 不是有效的 GGUF 文件：{2}。请重新下载，或打开其他文件。</translation>
    </message>
    <message>
      <source>{1} is of an older version and cannot be changed to the new one.</source>
      <translation>{1} 是旧版本，无法转换为新版本。</translation>
    </message>
    <message>
      <source>{1} is one of {2} parts, but its name does not end in -00001-of-{3}.gguf; give it its first name back.</source>
      <translation>{1} 是 {2} 个部分之一，但名称不以 -00001-of-{3}.gguf 结尾；请恢复它原来的名称。</translation>
    </message>
    <message>
      <source>{1} is the vision part of a model; open the model itself.</source>
      <translation>{1} 是模型的视觉部分；请打开模型本身。</translation>
    </message>
    <message>
      <source>{1} is too large: at most 50 MB can be attached, and 10 MB of text.</source>
      <translation>{1} 太大：最多可添加 50 MB，其中文本 10 MB。</translation>
    </message>
    <message>
      <source>{1} is too large: unpacked it has more than 200 MB.</source>
      <translation>{1} 太大：解压后超过 200 MB。</translation>
    </message>
    <message>
      <source>{1} messages are deleted.</source>
      <translation>{1} 条消息已删除。</translation>
    </message>
    <message>
      <source>{1} must be text, not {2}.</source>
      <translation>{1} 必须是文本，不能是 {2}。</translation>
    </message>
    <message>
      <source>{1} only points to the model; download the file itself.</source>
      <translation>{1} 只是指向模型的指针；请下载文件本身。</translation>
    </message>
    <message>
      <source>{1} or null</source>
      <translation>{1} 或 null</translation>
    </message>
    <message>
      <source>{1} was missing, so its copy of {2} was put in its place.</source>
      <translation>{1} 缺失，因此换上了它 {2} 的副本。</translation>
    </message>
    <message>
      <source>{1} was written by a newer version of Parley, so nothing is read from it or saved there. Update Parley, or start it with another --data-dir.</source>
      <translation>{1} 由更新版本的 Parley 写成，因此不会读取它，也不会保存到其中。请更新 Parley，或用另一个 --data-dir 启动。</translation>
    </message>
    <message>
      <source>{1}, and nothing is missing.</source>
      <translation>{1}，没有缺失。</translation>
    </message>
    <message>
      <source>{1}: there is not enough memory ({2}). Choose a smaller model or a smaller context.</source>
      <translation>{1}：内存不足（{2}）。请选择更小的模型或更小的上下文。</translation>
    </message>
    <message>
      <source>“{1}” cannot be read: choose another file.</source>
      <translation>无法读取“{1}”：请另选文件。</translation>
    </message>
    <message>
      <source>“{1}” cannot be written: choose another place for it.</source>
      <translation>无法写入“{1}”：请另选位置。</translation>
    </message>
    <message>
      <source>“{1}” is a folder. Give the files in it.</source>
      <translation>“{1}”是文件夹。请给出其中的文件。</translation>
    </message>
  </context>
</TS>
